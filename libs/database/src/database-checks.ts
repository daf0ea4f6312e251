import type { DataSource } from 'typeorm';
import { assertFitRole, UnfitRole } from './role-check.ts';

/** Checks for a service's readiness: its databases answer, and each connects as a role that may do what it has to and no more. */
export function databaseChecks(
  sources: readonly DataSource[],
  report: (error: UnfitRole) => void,
): Readonly<Record<'database' | 'roles', () => Promise<unknown>>> {
  const reported = new Set<string>();
  const checkRole = async (source: DataSource): Promise<void> => {
    try {
      await assertFitRole(source);
    } catch (error) {
      // Once: readiness itself gives no reasons, and it is asked again and again.
      if (error instanceof UnfitRole && !reported.has(error.message)) {
        reported.add(error.message);
        report(error);
      }
      throw error;
    }
  };
  return {
    database: () => Promise.all(sources.map((source) => source.query('SELECT 1'))),
    roles: () => Promise.all(sources.map(checkRole)),
  };
}
