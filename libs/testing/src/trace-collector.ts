import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as a service sent it. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** `traceId-spanId` of the spans that it is linked to. */
  readonly links: readonly string[];
  readonly failed: boolean;
  /** Milliseconds since 1970, with fractions. */
  readonly beganAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector of traces: takes OTLP over HTTP, in JSON, and keeps what comes. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request: IncomingMessage, response) => {
      if (request.url !== '/v1/traces') return response.writeHead(404).end();
      return void text(request).then((body) => {
        collector.spans.push(...spansIn(JSON.parse(body) as Exported));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return collector;
  }

  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A span and those that it follows from, up to the first of the trace, as far as they have come. */
  lineOf(span: CollectedSpan): CollectedSpan[] {
    const { traceId, parentSpanId } = span;
    const parent = this.spans.find((one) => one.traceId === traceId && one.spanId === parentSpanId);
    return parent === undefined ? [span] : [span, ...this.lineOf(parent)];
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number };
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const ERROR = 2;

function spansIn({ resourceSpans }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, links = [], name, attributes, status, ...times }) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        name,
        traceId,
        spanId,
        parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
        links: links.map((link) => `${link.traceId}-${link.spanId}`),
        failed: status.code === ERROR,
        beganAt: Number(times.startTimeUnixNano) / 1e6,
        endedAt: Number(times.endTimeUnixNano) / 1e6,
        attributes: valuesOf(attributes),
      })),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
