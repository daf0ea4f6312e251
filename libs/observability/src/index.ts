/** Logs, metrics and traces. */
export { createLogger, type Logger, type LogLevel } from './logging/logger.ts';
export { nestLogger } from './logging/nest-logger.ts';
export { OutageLog } from './logging/outage-log.ts';
export { type MetricsAddress, MetricsServer } from './metrics/metrics-server.ts';
export {
  type DescribedMetric,
  type GaugeReading,
  type MetricDefinition,
  Metrics,
  type SampledGauges,
} from './metrics/metrics.ts';
export {
  beginSpan,
  isTracing,
  type OpenSpan,
  type SpanOptions,
  traceClock,
  traceIdOf,
  type TraceSettings,
  traceWith,
} from './tracing/tracing.ts';
