/** Of a property that is costly to try: all runs each night (`npm test -- --nightly`), a fourth of them for every change. */
export const runs = (all: number): number => (process.env['TEST_ALL_RUNS'] === undefined ? Math.ceil(all / 4) : all);
