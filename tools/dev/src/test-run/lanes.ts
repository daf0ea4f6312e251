/** Files that jest runs beside those of other lanes. */
export interface Lane {
  readonly title: string;
  readonly files: readonly string[];
  /** 1 runs them one after another, as they stand here. */
  readonly workers: number;
}

/** Of those that share a system: the first count what all of it holds, and come before the others leave anything in it. */
const first = ['/operations.e2e.', '/erasure.e2e.'];
/** It ends with services that do not trust each other. */
const last = '/internal-trust.e2e.';

/**
 * End-to-end tests wait more than they compute. Those that share an ordinary system go through it one after another; the console, which takes
 * longest, through one of its own; the others start what they need.
 */
export function endToEndLanes(files: readonly string[], textOf: (file: string) => string): readonly Lane[] {
  const shares = (file: string): boolean => textOf(file).includes('ordinary-system.ts');
  const isConsole = (file: string): boolean => file.includes('/console.e2e.');
  const place = (file: string): number => {
    const index = first.findIndex((name) => file.includes(name));
    return index >= 0 ? index : first.length + (file.includes(last) ? 1 : 0);
  };
  const ordinary = files.filter((file) => shares(file) && !isConsole(file));
  const lanes = [
    { title: 'on one system', files: ordinary.toSorted((left, right) => place(left) - place(right)), workers: 1 },
    { title: 'in the console', files: files.filter(isConsole), workers: 1 },
    { title: 'on systems of their own', files: files.filter((file) => !shares(file)), workers: 1 },
  ];
  return lanes
    .filter((lane) => lane.files.length > 0)
    .map((lane) => ({ ...lane, title: `end-to-end tests, ${lane.title}` }));
}
