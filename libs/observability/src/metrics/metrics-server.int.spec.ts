import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { freePort } from '@ci/testing';
import { createLogger } from '../logging/logger.ts';
import { Metrics } from './metrics.ts';
import { MetricsServer } from './metrics-server.ts';

const logger = createLogger({ service: 'things', level: 'silent' });
const HOST = '127.0.0.1';

it('shows what was counted, in the form of Prometheus, and nothing else', async () => {
  const metrics = new Metrics('things');
  metrics.counter({ name: 'ci_things_total', help: 'Things.' }).inc(3);
  const port = await freePort();
  const server = new MetricsServer(metrics, { HOST, METRICS_PORT: port }, logger);
  await server.start();
  try {
    const answer = await fetch(`http://${HOST}:${port}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await answer.text();
    expect(text).toContain('\nci_things_total{service="things"} 3\n');
    expect(text).toContain('\nnodejs_eventloop_lag_p99_seconds{service="things"} ');
    expect((await fetch(`http://${HOST}:${port}/`)).status).toBe(404);
    expect((await fetch(`http://${HOST}:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  } finally {
    await server.stop();
  }
  await expect(fetch(`http://${HOST}:${port}/metrics`)).rejects.toThrow();
});

it('listens nowhere without a port', async () => {
  const server = new MetricsServer(new Metrics('things'), { HOST }, logger);
  await server.start();
  await server.stop();
});

it('names the variables when the port is taken', async () => {
  const other = createServer();
  await once(other.listen(0, HOST), 'listening');
  const { port } = other.address() as AddressInfo;
  const server = new MetricsServer(new Metrics('things'), { HOST, METRICS_PORT: port }, logger);
  await expect(server.start()).rejects.toThrow(/^HOST and METRICS_PORT: nothing can listen on .*EADDRINUSE/);
  await new Promise((resolve) => other.close(resolve));
});
