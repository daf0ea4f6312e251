import { ActionItemRow } from '../action-items/action-item.entity.ts';
import { AnalysisRow } from '../call-summary/analysis.entity.ts';
import { Summarization1763720000000 } from './migrations/1763720000000-summarization.migration.ts';
import { FairTurns1796000000000 } from './migrations/1796000000000-fair-turns.migration.ts';
import { BackgroundJobs1796500000000 } from './migrations/1796500000000-background-jobs.migration.ts';
import { RepsOfCalls1796700000000 } from './migrations/1796700000000-reps-of-calls.migration.ts';
import { WithoutForeignKeys1796710000000 } from './migrations/1796710000000-without-foreign-keys.migration.ts';
import { LinesOfJobs1796720000000 } from './migrations/1796720000000-lines-of-jobs.migration.ts';
import { RefusedAppends1796800000000 } from './migrations/1796800000000-refused-appends.migration.ts';

/** What TypeORM maps, and how the schema came to be. */
export const entities = [AnalysisRow, ActionItemRow];
export const migrations = [
  Summarization1763720000000,
  FairTurns1796000000000,
  BackgroundJobs1796500000000,
  RepsOfCalls1796700000000,
  WithoutForeignKeys1796710000000,
  LinesOfJobs1796720000000,
  RefusedAppends1796800000000,
];
