/** What of the start command's environment goes to `summarization`: which engine writes summaries, and how it is reached. */
export function summaryEngineVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => /^(?:SUMMARY_ENGINE|LLM_[A-Z_]+)$/.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}
