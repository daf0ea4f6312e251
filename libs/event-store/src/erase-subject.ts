import type { EntityManager } from 'typeorm';

/**
 * Deletes the personal parts of every event about one subject; the events stay, and load with `erased`. Answers how many were deleted.
 * Events appended later are not covered: lock the subject's stream first, and let its decider refuse what comes after.
 */
export async function eraseSubject(tx: EntityManager, subjectId: string): Promise<number> {
  const [row] = await tx.query<{ deleted: string }[]>(
    `WITH deleted AS (DELETE FROM event_personal WHERE subject_id = $1 RETURNING 1)
     SELECT count(*) AS deleted FROM deleted`,
    [subjectId],
  );
  return Number(row?.deleted ?? 0);
}
