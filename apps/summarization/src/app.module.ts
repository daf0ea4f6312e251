import { inTransaction, measureEvents, positionsCheck } from '@ci/event-store';
import { KafkaTransport, MessagingModule, pruningOf, kafkaSettings } from '@ci/messaging';
import { OperatorApiModule } from '@ci/operations';
import {
  databaseChecks,
  DatabaseModule,
  endAfterCrash,
  HealthModule,
  InternalTokenModule,
  MetricsModule,
  WORKER_DATA_SOURCE,
  type Logger,
} from '@ci/platform';
import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AnalysisConclusion } from './analyse-call/analysis-conclusion.ts';
import { AnalysisJobs } from './analyse-call/analysis-jobs.ts';
import { AnalysisMetrics, measureJobs } from './analyse-call/analysis-metrics.ts';
import { AnalysisRunner } from './analyse-call/analysis-runner.ts';
import { MAKE_ENGINE_RUNNER, type MakeEngineRunner } from './analyse-call/engine-answer.ts';
import { EngineProcess } from './analyse-call/engine-process.ts';
import { defaultJobTimes, JOB_TIMES, type JobTimes } from './analyse-call/job-times.ts';
import { AnalysisAnswers } from './call-summary/analysis-answers.ts';
import { SummaryWaiters } from './call-summary/summary-waiters.ts';
import { CONFIG, LOGGER, type SummarizationConfig } from './config.ts';
import { entities } from './database/schema.ts';
import { AnalysisCommandHandler } from './handle-command/analysis-command-handler.ts';
import { httpControllers } from './http-controllers.ts';
import { llmAccess } from './llm-engine/llm-access.ts';
import { TokenAllowance } from './llm-engine/token-allowance.ts';
import { OnCallDeleted } from './on-call-deleted/on-call-deleted.consumer.ts';
import { OnCallTranscribed } from './on-call-transcribed/on-call-transcribed.consumer.ts';
import { OnCallUpdated } from './on-call-updated/on-call-updated.consumer.ts';

const consumers = [OnCallTranscribed, OnCallUpdated, OnCallDeleted];

/** What tests put in place of the real thing. */
export interface AnalysisOptions {
  readonly jobTimes?: JobTimes;
  readonly makeEngine?: MakeEngineRunner;
}

/** The slices of the service, and what it stands on. */
@Module({})
export class AppModule {
  static forRoot(config: SummarizationConfig, logger: Logger, options: AnalysisOptions = {}): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [
        DatabaseModule.forRoot({
          url: config.DATABASE_URL,
          schema: config.DATABASE_SCHEMA,
          poolSize: config.DATABASE_POOL_SIZE,
          rows: 'workspace',
          worker: { url: config.WORKER_DATABASE_URL, poolSize: config.WORKER_DATABASE_POOL_SIZE },
          applicationName: 'summarization',
          entities,
        }),
        InternalTokenModule.forRoot({ audience: 'summarization', keys: config.INTERNAL_TOKEN_KEYS }),
        OperatorApiModule.forRoot({ service: 'summarization', keys: config.OPERATOR_TOKEN_KEYS }),
        messaging(config, logger),
        MetricsModule.forRoot({
          service: 'summarization',
          address: config,
          logger,
          measures: [measureEvents, measureJobs],
        }),
        HealthModule.forRootAsync({
          inject: [DataSource, WORKER_DATA_SOURCE, KafkaTransport],
          useFactory: (dataSource: DataSource, worker: DataSource, transport: KafkaTransport) => ({
            checks: {
              ...databaseChecks([dataSource, worker], ({ message }) => logger.error(message)),
              events: positionsCheck(worker, ({ message }) => logger.error(message)),
              kafka: () => transport.assertHealthy(),
            },
          }),
        }),
      ],
      controllers: [...httpControllers, ...consumers],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: JOB_TIMES, useValue: options.jobTimes ?? defaultJobTimes },
        TokenAllowance,
        {
          provide: MAKE_ENGINE_RUNNER,
          inject: [TokenAllowance],
          useFactory: (allowance: TokenAllowance) => options.makeEngine ?? engineProcesses(config, allowance),
        },
        AnalysisAnswers,
        AnalysisCommandHandler,
        AnalysisConclusion,
        AnalysisJobs,
        AnalysisMetrics,
        AnalysisRunner,
        SummaryWaiters,
      ],
      exports: [CONFIG],
    };
  }
}

function messaging(config: SummarizationConfig, logger: Logger): DynamicModule {
  return MessagingModule.forRootAsync({
    inject: [WORKER_DATA_SOURCE],
    useFactory: (dataSource: DataSource) => ({
      service: 'summarization',
      kafka: kafkaSettings(config, 'summarization'),
      dataSource,
      logger,
      transaction: (work) => inTransaction(dataSource, work, { attempts: Infinity }),
      pruning: pruningOf(config),
      onCrash: endAfterCrash(logger),
    }),
  });
}

function engineProcesses(
  { ANALYSIS_TIMEOUT_MS: timeoutMs, ANALYSIS_PRIORITY: priority, llm }: SummarizationConfig,
  allowance: TokenAllowance,
): MakeEngineRunner {
  if (llm === undefined) return () => new EngineProcess({ timeoutMs, priority });
  const access = llmAccess(llm, allowance);
  return () => new EngineProcess({ timeoutMs, priority, llm: access });
}
