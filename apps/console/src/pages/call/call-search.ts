/** The parts of a call's page of which one is shown at a time. */
export const panes = ['summary', 'coaching', 'transcript'] as const;
export type Pane = (typeof panes)[number];

/** What the address of a call says: where in the call the user looks, in milliseconds, and at what beside it. */
export interface CallSearch {
  readonly at?: number;
  readonly pane?: Pane;
}

export function readCallSearch(search: Readonly<Record<string, unknown>>): CallSearch {
  const at = Number(search['at'] ?? Number.NaN);
  const pane = panes.find((one) => one === search['pane']);
  return { ...(Number.isSafeInteger(at) && at >= 0 && { at }), ...(pane && { pane }) };
}
