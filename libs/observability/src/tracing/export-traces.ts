import { setTimeout as delay } from 'node:timers/promises';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../logging/logger.ts';
import { OutageLog } from '../logging/outage-log.ts';
import { traceWith } from './tracing.ts';

/** A collector that is away must not hold up the end of a service. */
const FLUSH_MS = 2_000;

/** OpenTelemetry's `ExportResultCode`, whose package is not asked for here for the sake of one number. */
const SUCCESS = 0;

/**
 * Loaded only where traces are collected. Where they go is said by OpenTelemetry's own variables; of those that begin here `ratio` is kept,
 * and what follows from another span is kept as that one is. Answers what ends it.
 */
export function exportTraces(service: string, logger: Logger, ratio = 1): () => Promise<void> {
  const exporter = reportingOutages(new OTLPTraceExporter(), logger);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  traceWith(provider.getTracer('call-intelligence'));
  return async () => {
    traceWith(undefined);
    const timeUp = delay(FLUSH_MS, undefined, { ref: false });
    await Promise.race([provider.shutdown().catch(() => undefined), timeUp]);
  };
}

/** The library says nothing of a collector that is away. What it can not send is lost: the service goes on. */
function reportingOutages(exporter: OTLPTraceExporter, logger: Logger): SpanExporter {
  const outage = new OutageLog(logger, {
    begins: 'traces cannot be sent; they are lost',
    ends: 'traces are sent again',
  });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { code }: { readonly code: number } = result;
        if (code === SUCCESS) outage.worked();
        else outage.failed(result.error);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
