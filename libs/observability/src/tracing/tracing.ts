import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';

/** Where traces are collected, and how many of those that begin here. `httpConfig` reads them. */
export interface TraceSettings {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: number;
}

/** What a span is about, and what it follows from. */
export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** W3C's `traceparent`. Without one, or with one that is none, a trace begins. */
  readonly parent?: string | undefined;
  /** Another span that it has to do with, and does not follow from. */
  readonly link?: string | undefined;
  readonly attributes?: Attributes;
  /** When it began, by `traceClock`; default: now. */
  readonly beganAt?: number | undefined;
}

/** A span that was begun. */
export interface OpenSpan {
  /** For what follows from it. While no traces are collected: what was given as the parent. */
  readonly traceparent: string | undefined;
  end(how?: { readonly failed?: boolean; readonly name?: string; readonly attributes?: Attributes }): void;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

const shape = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** One for the process. Undefined: no traces are collected, and no spans are made. */
let tracer: Tracer | undefined;

/** Whether traces are collected. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** From now on spans are made by it; undefined ends that. */
export function traceWith(next: Tracer | undefined): void {
  tracer = next;
}

let ahead = performance.timeOrigin;

/** The system's clock, to fractions of a millisecond: stages of a request are shorter than one, and OpenTelemetry's own reading has whole ones. */
export function traceClock(): number {
  const [now, running] = [Date.now(), performance.now()];
  // The system's clock is set and slowed down; the process's runs on.
  ahead = Math.min(Math.max(ahead, now - running), now + 0.999 - running);
  return running + ahead;
}

/** Begins a span. It has to be ended. */
export function beginSpan(name: string, options: SpanOptions): OpenSpan {
  const { kind, parent, link, attributes = {}, beganAt: startTime = traceClock() } = options;
  if (tracer === undefined) return { traceparent: parent, end: () => undefined };
  const context = spanContextOf(parent);
  const parentContext = context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
  const linked = spanContextOf(link);
  const links = linked === undefined ? [] : [{ context: linked }];
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links, startTime }, parentContext);
  return {
    traceparent: traceparentFrom(span.spanContext()),
    end: ({ failed = false, name: better, attributes: more } = {}) => {
      if (better !== undefined) span.updateName(better);
      if (more !== undefined) span.setAttributes(more);
      // Without a message: that of an error may quote what it was about.
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(traceClock());
    },
  };
}

/** The id of the trace that a `traceparent` belongs to, for the log. */
export function traceIdOf(traceparent: unknown): string | undefined {
  return typeof traceparent === 'string' ? shape.exec(traceparent)?.[1] : undefined;
}

function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = shape.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function traceparentFrom({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
