import type { EntityManager } from 'typeorm';

/**
 * Deletes the personal parts of every event about these subjects; the events stay, and load with `erased`. Answers how many were deleted.
 * Events appended later are not covered: lock the subjects' streams first, and let their decider refuse what comes after.
 */
export async function eraseSubjects(tx: EntityManager, subjectIds: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ deleted: string }[]>(
    `WITH deleted AS (DELETE FROM event_personal WHERE subject_id = ANY($1::text[]) RETURNING 1)
     SELECT count(*) AS deleted FROM deleted`,
    [subjectIds],
  );
  return Number(row?.deleted ?? 0);
}
