/** Files that jest runs beside those of other lanes. */
export interface Lane {
  readonly title: string;
  /** They run one after another, in this order. */
  readonly files: readonly string[];
}

/** Lanes at a time, on two cores: more of them wait for each other so long that deadlines pass. */
const LANES_AT_ONCE = 3;
/** Small enough that the last lanes end at about the same time. */
const INTEGRATION_FILES = 25;

/** Each lane to its end, the first ones first. */
export async function throughLanes<T>(
  lanes: readonly Lane[],
  run: (lane: Lane) => Promise<readonly T[]>,
): Promise<T[]> {
  const waiting = [...lanes];
  const results: T[] = [];
  const next = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) results.push(...(await run(lane)));
  };
  await Promise.all(Array.from({ length: LANES_AT_ONCE }, next));
  return results;
}

/** One for each of two cores. */
export function unitLanes(files: readonly string[]): readonly Lane[] {
  return dealt(files, 2).map((each) => ({ title: 'unit tests', files: each }));
}

function dealt(files: readonly string[], parts: number): readonly (readonly string[])[] {
  return Array.from({ length: parts }, (_, part) => files.filter((_file, index) => index % parts === part));
}

/** What takes longest begins first; integration tests fill what is left, a part at a time. */
export function startedLanes(
  integration: readonly string[],
  endToEnd: readonly string[],
  textOf: (file: string) => string,
): readonly Lane[] {
  const parts = Math.ceil(integration.length / INTEGRATION_FILES);
  const ofIntegration = dealt(integration, parts).map((files, part): Lane => ({
    title: parts === 1 ? 'integration tests' : `integration tests, ${String(part + 1)} of ${String(parts)}`,
    files,
  }));
  const ofSystems = endToEndLanes(endToEnd, textOf);
  return [...ofSystems.slice(0, 2), ...ofIntegration.slice(0, 1), ...ofSystems.slice(2), ...ofIntegration.slice(1)];
}

const isConsole = (file: string): boolean => file.includes('/console.e2e.');

/** Whether an end-to-end test goes through the ordinary system that such files share. */
export function sharesSystem(file: string, textOf: (file: string) => string): boolean {
  return !isConsole(file) && textOf(file).includes('ordinary-system.ts');
}

/** Of those that share a system: the first count what all of it holds, and come before the others leave anything in it. */
const first = ['/operations.e2e.', '/erasure.e2e.'];
/** It ends with services that do not trust each other. */
const last = '/internal-trust.e2e.';

/**
 * End-to-end tests wait more than they compute. Those that share an ordinary system go through it one after another; the console through a
 * separate one; the others start what they need, and take longest.
 */
export function endToEndLanes(files: readonly string[], textOf: (file: string) => string): readonly Lane[] {
  const place = (file: string): number => {
    const index = first.findIndex((name) => file.includes(name));
    return index >= 0 ? index : first.length + (file.includes(last) ? 1 : 0);
  };
  const ordinary = files.filter((file) => sharesSystem(file, textOf));
  const lanes = [
    {
      title: 'on systems of their own',
      files: files.filter((file) => !isConsole(file) && !sharesSystem(file, textOf)),
    },
    { title: 'in the console', files: files.filter(isConsole) },
    { title: 'on one system', files: ordinary.toSorted((left, right) => place(left) - place(right)) },
  ];
  return lanes
    .filter((lane) => lane.files.length > 0)
    .map((lane) => ({ ...lane, title: `end-to-end tests, ${lane.title}` }));
}
