import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { Sample, type SampleLimits } from './sample.ts';

/** What a metric is called, and what it says. Its unit ends its name: `_seconds`, `_bytes`; a count has none. */
export interface MetricDefinition<Label extends string = string> {
  readonly name: `ci_${string}`;
  readonly help: string;
  /** Their values are few and known beforehand: no ids, no addresses, nothing of a customer. */
  readonly labels?: readonly Label[];
}

/** What a gauge showed when it was read: one value, or one for each value of its labels. Absent: nothing is shown. */
export type GaugeReading =
  | number
  | undefined
  | readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];

/** Gauges that are read together, when metrics are requested. */
export interface SampledGauges<Name extends string> extends SampleLimits {
  /** As `ci_unread` names them. */
  readonly part: string;
  readonly gauges: Readonly<Record<Name, MetricDefinition>>;
  readonly read: () => Promise<Readonly<Record<Name, GaugeReading>>>;
}

/** What the reference of metrics holds. */
export interface DescribedMetric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
}

// From a read by its key to what a client waits for with `Prefer: wait`.
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a process counts and measures, in Prometheus' form. Each value carries the name of the service. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #samples = new Map<string, Sample<unknown>>();
  #observed = false;

  constructor(service: string) {
    this.#registry.setDefaultLabels({ service });
    const unread: Gauge<'part'> = new Gauge({
      name: 'ci_unread',
      help: '1 while the gauges of a part are not shown, because what they are read from does not answer in time.',
      labelNames: ['part'],
      registers: [this.#registry],
      collect: async () => {
        const read = async ([part, sample]: [string, Sample<unknown>]) =>
          unread.set({ part }, (await sample.values()) === undefined ? 1 : 0);
        await Promise.all([...this.#samples].map(read));
      },
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  counter<Label extends string = never>(definition: MetricDefinition<Label>): Counter<Label> {
    return new Counter({ ...this.#settings(definition) });
  }

  /** Of durations in seconds, unless other buckets are given. */
  histogram<Label extends string = never>(
    definition: MetricDefinition<Label> & { readonly buckets?: readonly number[] },
  ): Histogram<Label> {
    return new Histogram({ ...this.#settings(definition), buckets: [...(definition.buckets ?? DURATION_BUCKETS)] });
  }

  /**
   * Gauges that cost a look at something that may be away, or slow. They are read on request, at most once every few seconds; what
   * does not answer in time is not shown, and `ci_unread` says so. Showing metrics never fails by them.
   */
  sampled<Name extends string>({ part, gauges, read, ...limits }: SampledGauges<Name>): void {
    const sample = new Sample(read, limits);
    this.#samples.set(part, sample);
    for (const name of Object.keys(gauges) as Name[]) {
      const settings = this.#settings(gauges[name]);
      const labelled = settings.labelNames.length > 0;
      const gauge: Gauge = new Gauge({
        ...settings,
        collect: async () => show(gauge, (await sample.values())?.[name], labelled),
      });
    }
  }

  /** Adds what Node and the system say of the process itself: event loop, memory, garbage collection, open files. */
  observeProcess(): void {
    if (this.#observed) return;
    this.#observed = true;
    collectDefaultMetrics({ register: this.#registry });
  }

  /** All of them, as a scrape gets them. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** The present value of a counter or gauge, summed over its labels. For tests and for who decides by it. */
  async valueOf(name: string): Promise<number | undefined> {
    const values = (await this.#registry.getSingleMetric(name)?.get())?.values;
    return values?.reduce((sum, { value }) => sum + value, 0);
  }

  described(): DescribedMetric[] {
    const all = this.#registry.getMetricsAsArray() as unknown as {
      readonly name: string;
      readonly type: string;
      readonly help: string;
      readonly labelNames: readonly string[];
    }[];
    return all.map(({ name, type, help, labelNames }) => ({ name, type, help, labels: [...labelNames] }));
  }

  #settings<Label extends string>({ name, help, labels = [] }: MetricDefinition<Label>) {
    return { name, help, labelNames: [...labels], registers: [this.#registry] };
  }
}

function show(gauge: Gauge, reading: GaugeReading, labelled: boolean): void {
  gauge.reset();
  if (typeof reading === 'number') return gauge.set(reading);
  for (const { labels, value } of reading ?? []) gauge.set(labels, value);
  // A gauge without labels that was reset shows 0, which would be a lie. One with labels shows nothing.
  if (reading === undefined && !labelled) gauge.remove();
}
