import { freePort } from '@ci/testing';
import { serviceNames, type ServiceName } from '@ci/testing/system';

/** The metrics of every service of a running system, each shown on a separate port. */
export class ShownMetrics {
  private constructor(private readonly ports: Readonly<Record<ServiceName, number>>) {}

  static async choosePorts(): Promise<ShownMetrics> {
    const ports = new Set<number>();
    while (ports.size < serviceNames.length) ports.add(await freePort());
    const free = ports.values();
    return new ShownMetrics(ofEach(() => free.next().value ?? 0));
  }

  /** For `startRunningSystem`. */
  get overrides(): Record<ServiceName, { readonly METRICS_PORT: string }> {
    return ofEach((service) => ({ METRICS_PORT: String(this.ports[service]) }));
  }

  /** As a scrape gets them, of all services together. */
  async text(): Promise<string> {
    const texts = serviceNames.map(async (service) =>
      (await fetch(`http://127.0.0.1:${this.ports[service]}/metrics`)).text(),
    );
    return (await Promise.all(texts)).join('');
  }
}

/** Values by series: the name, and the labels in alphabetical order. */
export function valuesIn(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [withSortedLabels(line.slice(0, end)), Number(line.slice(end + 1))];
    }),
  );
}

function withSortedLabels(series: string): string {
  return series.replace(/\{.*\}/, (labels) => `{${(labels.match(/\w+="[^"]*"/g) ?? []).sort().join(',')}}`);
}

function ofEach<Value>(value: (service: ServiceName) => Value): Record<ServiceName, Value> {
  return Object.fromEntries(serviceNames.map((service) => [service, value(service)])) as Record<ServiceName, Value>;
}
