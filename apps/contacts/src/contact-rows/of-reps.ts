/**
 * A condition for calls that have joined and may be seen, in the words of the query builder: its parameter `reps` is whose calls those are, or
 * null for those of all. A call that version 1.0 of this service let join has no rep, and is hidden from each caller who is limited to some.
 */
export function ofReps(call: string): string {
  return `${call}.createdAt IS NOT NULL AND (CAST(:reps AS text[]) IS NULL OR ${call}.repId = ANY (CAST(:reps AS text[])))`;
}
