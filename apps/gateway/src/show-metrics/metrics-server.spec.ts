import { createLogger } from '@ci/platform';
import { freePort } from '@ci/testing';
import { Counter, Registry } from 'prom-client';
import { MetricsServer } from './metrics-server.ts';

const logger = createLogger({ service: 'gateway', level: 'silent' });
const registry = new Registry();
new Counter({ name: 'things_total', help: 'Things.', registers: [registry] }).inc(3);

it('shows what was counted, in the form of Prometheus, and nothing else', async () => {
  const port = await freePort();
  const server = new MetricsServer({ registry, host: '127.0.0.1', port, logger });
  await server.start();
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await answer.text()).toContain('\nthings_total 3\n');
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  } finally {
    await server.stop();
  }
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

it('listens nowhere without a port', async () => {
  const server = new MetricsServer({ registry, host: '127.0.0.1', port: undefined, logger });
  await server.start();
  await server.stop();
});
