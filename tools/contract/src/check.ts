/** One thing that holds of a service, or does not: then it throws. */
export interface Check {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** What does not hold, with the reasons. Checks of one service meet the same container: one after another. */
export async function failuresOf(checks: readonly Check[]): Promise<Readonly<Record<string, string>>> {
  const failures: Record<string, string> = {};
  for (const { name, run } of checks) {
    try {
      await run();
    } catch (error) {
      failures[name] = error instanceof Error ? error.message : String(error);
    }
  }
  return failures;
}
