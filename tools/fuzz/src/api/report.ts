import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What a run of schemathesis came to. */
export interface RunReport {
  readonly requests: number;
  readonly failures: number;
  /** Of the API document, such as `GET /calls/{id}`. */
  readonly operations: readonly string[];
  /** Which of them never answered 2xx. */
  readonly withoutSuccess: readonly string[];
}

/** What several runs came to, by the events that they wrote. */
export async function readReports(files: readonly string[], operations: readonly string[]): Promise<RunReport> {
  const scenarios = await Promise.all(files.map(readScenarios));
  return reportOf(scenarios.flat(), operations);
}

/** One JSON text a line. */
async function readScenarios(file: string): Promise<Scenario[]> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  const scenarios: Scenario[] = [];
  let ended = false;
  for await (const line of lines) {
    const { ScenarioFinished: scenario, EngineFinished: end } = JSON.parse(line) as Line;
    if (scenario !== undefined) scenarios.push(shortened(scenario));
    if (end !== undefined) ended = end.stop_reason === 'completed';
  }
  if (!ended) throw new Error('schemathesis did not come to the end of its run.');
  return scenarios;
}

/** Counts requests, failed checks, and the operations that answered. */
export function reportOf(scenarios: readonly Scenario[], operations: readonly string[]): RunReport {
  const exchanges = scenarios.flatMap(({ recorder }) =>
    Object.entries(recorder.interactions ?? {}).map(([id, { response }]) => {
      const asked = recorder.cases?.[id]?.value;
      return { operation: asked && `${asked.method} ${asked.path}`, status: response?.status_code ?? 0 };
    }),
  );
  const succeeded = new Set(
    exchanges.filter(({ status }) => status >= 200 && status < 300).map(({ operation }) => operation),
  );
  const checks = scenarios.flatMap(({ recorder }) => Object.values(recorder.checks ?? {}).flat());
  return {
    requests: exchanges.length,
    failures: checks.filter(({ status }) => status === 'failure').length,
    operations,
    withoutSuccess: operations.filter((operation) => !succeeded.has(operation)),
  };
}

/** One example, or one walk along links, with all its requests; what is read of it. */
export interface Scenario {
  readonly recorder: {
    readonly cases?: Readonly<Record<string, { readonly value: { readonly method: string; readonly path: string } }>>;
    readonly interactions?: Readonly<Record<string, { readonly response?: { readonly status_code: number } | null }>>;
    readonly checks?: Readonly<Record<string, readonly { readonly status: string }[]>>;
  };
}

interface Line {
  readonly ScenarioFinished?: Scenario;
  readonly EngineFinished?: { readonly stop_reason: string };
}

/** Without the bodies: a long run holds very many. */
function shortened({ recorder }: Scenario): Scenario {
  const { cases = {}, interactions = {}, checks = {} } = recorder;
  return {
    recorder: {
      cases: mapped(cases, ({ value: { method, path } }) => ({ value: { method, path } })),
      interactions: mapped(interactions, ({ response }) =>
        response ? { response: { status_code: response.status_code } } : {},
      ),
      checks: mapped(checks, (list) => list.map(({ status }) => ({ status }))),
    },
  };
}

function mapped<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
