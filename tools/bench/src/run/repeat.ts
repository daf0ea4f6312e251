/** How often `work` is done in a second by so many at a time, for so many seconds. */
export async function perSecond(clients: number, seconds: number, work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let done = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (done / (performance.now() - begin)) * 1000;
}

/** How long each of `times` runs took, in milliseconds, one after the other. */
export async function durations(times: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const begin = performance.now();
    await work(turn);
    taken.push(performance.now() - begin);
  }
  return taken;
}
