import { Controller, Get, HttpCode, Module } from '@nestjs/common';
import { TraceCollector } from '@ci/testing';
import { createHttpService, type HttpServiceOptions } from './create-http-service.ts';
import { beginSpan, createLogger, isTracing, traceClock, traceIdOf } from '@ci/observability';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;

@Controller('things')
class ThingsController {
  @Get(':id')
  get() {
    return {};
  }

  @Get(':id/broken')
  @HttpCode(500)
  broken() {
    beginSpan('inside', { kind: 'internal' }).end({ failed: true });
    return {};
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

const lines: string[] = [];
const logger = createLogger({ service: 'things', level: 'debug' }, { write: (line: string) => void lines.push(line) });
let collector: TraceCollector;

beforeEach(async () => {
  lines.length = 0;
  collector = await TraceCollector.start();
});

afterEach(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  delete process.env['OTEL_EXPORTER_OTLP_TIMEOUT'];
  await collector.close();
});

/** The exporter reads OpenTelemetry’s variables itself. */
async function startThings(endpoint: string, ratio = 1, options: Partial<HttpServiceOptions> = {}) {
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = endpoint;
  const app = await createHttpService(ThingsModule, {
    service: 'things',
    logger,
    stopOnSignals: false,
    ...options,
    traces: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio },
  });
  await app.init();
  return app;
}

it('each request is a span under the one that it names, and what is left is sent when the service stops', async () => {
  const app = await startThings(collector.url);
  expect(isTracing()).toBe(true);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  expect((await fetch(`${url}/things/7`, { headers: { traceparent } })).status).toBe(200);
  expect((await fetch(`${url}/things/7/broken`)).status).toBe(500);
  await app.close();
  expect(isTracing()).toBe(false);

  expect(collector.spans.map(({ name, failed }) => [name, failed])).toEqual(
    expect.arrayContaining([
      ['GET /things/:id', false],
      ['GET /things/:id/broken', true],
      ['inside', true],
    ]),
  );
  const first = collector.spans.find(({ name }) => name === 'GET /things/:id');
  expect(first).toMatchObject({ service: 'things', traceId: TRACE, parentSpanId: 'b7ad6b7169203331' });
  expect(first?.attributes).toMatchObject({ 'http.route': '/things/:id' });
  // By the system's clock, and finer than it shows: a request's stages are shorter than a millisecond.
  for (const { beganAt, endedAt } of collector.spans) {
    expect(endedAt).toBeGreaterThan(beganAt);
    expect(Math.abs(Date.now() - endedAt)).toBeLessThan(60_000);
  }
  expect(collector.spans.some(({ beganAt }) => !Number.isInteger(beganAt))).toBe(true);
  // Of the path, which may name a person, nothing.
  expect(JSON.stringify(collector.spans)).not.toContain('/7');
  expect(lines.filter((line) => line.includes(`"trace_id":"${TRACE}"`))).toHaveLength(1);
});

it('where none of the traces that begin here is kept, those that others keep are', async () => {
  const app = await startThings(collector.url, 0);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  for (const headers of [{}, { traceparent }, { traceparent: traceparent.replace(/01$/, '00') }])
    expect((await fetch(`${url}/things/7`, { headers })).status).toBe(200);
  await app.close();
  expect(collector.spans.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
    [TRACE, 'b7ad6b7169203331'],
  ]);
});

it('a stranger’s trace is a link of ours, and does not decide whether ours is kept', async () => {
  const app = await startThings(collector.url, 1, { isPublic: true, trustProxy: '10.0.0.0/8' });
  await app.listen(0, '127.0.0.1');
  const notKept = traceparent.replace(/01$/, '00');
  const headers = { traceparent: notKept, tracestate: 'a=b', 'x-forwarded-for': '203.0.113.7' };
  expect((await fetch(`${await app.getUrl()}/things/7`, { headers })).status).toBe(200);
  await app.close();
  expect(collector.spans).toMatchObject([{ parentSpanId: undefined, links: [`${TRACE}-b7ad6b7169203331`] }]);
  expect(collector.spans[0]?.traceId).not.toBe(TRACE);
  expect(lines.filter((line) => line.includes(TRACE))).toEqual([]);
});

it('the trace that a trusted proxy passes on goes on', async () => {
  const app = await startThings(collector.url, 1, { isPublic: true, trustProxy: '127.0.0.1' });
  await app.listen(0, '127.0.0.1');
  const headers = { traceparent, 'x-forwarded-for': '203.0.113.7' };
  expect((await fetch(`${await app.getUrl()}/things/7`, { headers })).status).toBe(200);
  await app.close();
  expect(collector.spans).toMatchObject([{ traceId: TRACE, parentSpanId: 'b7ad6b7169203331', links: [] }]);
});

it('a collector that is away is told of once, and holds nothing up', async () => {
  process.env['OTEL_EXPORTER_OTLP_TIMEOUT'] = '200';
  const app = await startThings('http://127.0.0.1:1');
  await app.listen(0, '127.0.0.1');
  expect((await fetch(`${await app.getUrl()}/things/7`)).status).toBe(200);
  await app.close();
  expect(lines.filter((line) => line.includes('traces cannot be sent'))).toHaveLength(1);
}, 60_000);

it('the clock of traces is never a millisecond away from the system’s', () => {
  for (let n = 0; n < 10_000; n += 1) {
    const before = Date.now();
    const now = traceClock();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThan(Date.now() + 1);
  }
});

it('while nobody collects traces a span is what it follows from, and makes nothing', () => {
  const span = beginSpan('nothing', { kind: 'server', parent: traceparent });
  expect(span.traceparent).toBe(traceparent);
  span.end({ failed: true });
  expect(traceIdOf(traceparent)).toBe(TRACE);
  expect(traceIdOf('00-nonsense')).toBeUndefined();
});
