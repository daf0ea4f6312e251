import { createService } from '@ci/service';
import { ActionItemListController } from './action-items/action-item-list.controller.ts';
import { CallActionItemsController } from './action-items/call-action-items.controller.ts';
import { AnalysisConclusion } from './analyse-call/analysis-conclusion.ts';
import { AnalysisJobs } from './analyse-call/analysis-jobs.ts';
import { AnalysisMetrics, measureJobs } from './analyse-call/analysis-metrics.ts';
import { AnalysisRunner } from './analyse-call/analysis-runner.ts';
import { MAKE_ENGINE_RUNNER, type MakeEngineRunner } from './analyse-call/engine-answer.ts';
import { EngineProcess } from './analyse-call/engine-process.ts';
import { defaultJobTimes, JOB_TIMES, type JobTimes } from './analyse-call/job-times.ts';
import { CallCoachingController } from './call-coaching/call-coaching.controller.ts';
import { AnalysisAnswers } from './call-summary/analysis-answers.ts';
import { CallSummaryController } from './call-summary/call-summary.controller.ts';
import { SummaryWaiters } from './call-summary/summary-waiters.ts';
import { ChangeActionItemController } from './change-action-item/change-action-item.controller.ts';
import { readConfig, SERVICE, type SummarizationConfig } from './config.ts';
import { access } from './database/access.ts';
import { entities, migrations } from './database/schema.ts';
import { ForgetCallController } from './forget-call/forget-call.controller.ts';
import { llmAccess } from './llm-engine/llm-access.ts';
import { TokenAllowance } from './llm-engine/token-allowance.ts';
import { OnCallDeleted } from './on-call-deleted/on-call-deleted.consumer.ts';
import { OnCallTranscribed } from './on-call-transcribed/on-call-transcribed.consumer.ts';
import { OnCallUpdated } from './on-call-updated/on-call-updated.consumer.ts';
import { operations } from './operations.ts';

/** What tests put in place of the real thing. */
export interface Overrides {
  readonly jobTimes: JobTimes;
  readonly makeEngine: MakeEngineRunner;
}

export const service = createService<SummarizationConfig, Overrides>({
  name: SERVICE,
  readConfig,
  database: { entities, migrations, access },
  operations,
  api: { title: 'Summaries and action items' },
  controllers: [
    CallSummaryController,
    CallCoachingController,
    CallActionItemsController,
    ActionItemListController,
    ChangeActionItemController,
    ForgetCallController,
  ],
  consumers: [OnCallTranscribed, OnCallUpdated, OnCallDeleted],
  measures: [measureJobs],
  parts: ({ config, overrides }) => ({
    providers: [
      { provide: JOB_TIMES, useValue: overrides.jobTimes ?? defaultJobTimes },
      TokenAllowance,
      {
        provide: MAKE_ENGINE_RUNNER,
        inject: [TokenAllowance],
        useFactory: (allowance: TokenAllowance) => overrides.makeEngine ?? engineProcesses(config, allowance),
      },
      AnalysisAnswers,
      AnalysisConclusion,
      AnalysisJobs,
      AnalysisMetrics,
      AnalysisRunner,
      SummaryWaiters,
    ],
  }),
});

function engineProcesses(
  { ANALYSIS_TIMEOUT_MS: timeoutMs, ANALYSIS_PRIORITY: priority, llm }: SummarizationConfig,
  allowance: TokenAllowance,
): MakeEngineRunner {
  if (llm === undefined) return () => new EngineProcess({ timeoutMs, priority });
  const access = llmAccess(llm, allowance);
  return () => new EngineProcess({ timeoutMs, priority, llm: access });
}
