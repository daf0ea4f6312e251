import { WakeablePause } from '@ci/messaging';
import { beginSpan, OutageLog, type Logger } from '@ci/observability';
import { isTransientDatabaseError } from '@ci/errors';
import { CONFIG, LOGGER } from '@ci/service';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { SummarizationConfig } from '../config.ts';
import { AnalysisConclusion } from './analysis-conclusion.ts';
import { AnalysisMetrics } from './analysis-metrics.ts';
import { AnalysisJobs, type ClaimedJob } from './analysis-jobs.ts';
import { MAKE_ENGINE_RUNNER, type EngineAnswer, type EngineRunner, type MakeEngineRunner } from './engine-answer.ts';
import { JOB_TIMES, type JobTimes } from './job-times.ts';

/**
 * Works through the jobs, a few at a time. No transaction is open while an engine works: the job is leased, the lease is kept by a heartbeat,
 * and result and messages are stored in one short transaction that the lease's fence guards. A crash leaves the job to any other worker.
 */
@Injectable()
export class AnalysisRunner implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  readonly #outage: OutageLog;
  #slots: readonly { readonly pause: WakeablePause; readonly ended: Promise<void> }[] = [];

  constructor(
    @Inject(AnalysisJobs) private readonly jobs: AnalysisJobs,
    @Inject(AnalysisConclusion) private readonly conclusion: AnalysisConclusion,
    @Inject(MAKE_ENGINE_RUNNER) private readonly makeEngine: MakeEngineRunner,
    @Inject(JOB_TIMES) private readonly times: JobTimes,
    @Inject(CONFIG) private readonly config: SummarizationConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(AnalysisMetrics) private readonly metrics: AnalysisMetrics,
  ) {
    this.#outage = new OutageLog(logger, {
      begins: 'cannot poll for jobs; trying again',
      ends: 'polling for jobs again',
    });
  }

  onApplicationBootstrap(): void {
    this.#slots = Array.from({ length: this.config.ANALYSIS_PROCESSES }, () => {
      const pause = new WakeablePause();
      return { pause, ended: this.#work(pause, this.makeEngine()) };
    });
  }

  /** What is being analysed is given back, for the next instance. */
  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await Promise.all(this.#slots.map(({ ended }) => ended));
  }

  /** There is a new job: it does not wait for the next look. */
  wake(): void {
    for (const { pause } of this.#slots) pause.wake();
  }

  async #work(pause: WakeablePause, engine: EngineRunner): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const found = await this.#workOnce(engine);
      if (!found) await pause.wait(this.times.pollMs);
    }
    await engine.close();
  }

  /** Whether there was a job. Never throws. */
  async #workOnce(engine: EngineRunner): Promise<boolean> {
    let job: ClaimedJob | undefined;
    try {
      job = await this.jobs.claim(this.times.leaseMs);
      this.#outage.worked();
      if (job === undefined) return false;
      await this.#traced(job, async (traced) => this.#conclude(traced, await this.#attempt(traced, engine)));
      return true;
    } catch (error) {
      if (job === undefined) {
        this.#outage.failed(error);
        return false;
      }
      this.logger.warn({ err: error, call_id: job.callId }, 'the analysis of a call is interrupted');
      // A database that was away for a moment is no failure of the call. Any other job comes back when its lease has run out.
      if (isTransientDatabaseError(error)) await this.jobs.release(job).catch(() => undefined);
      return false;
    }
  }

  /** What is published of the result follows from this attempt. */
  async #traced(job: ClaimedJob, work: (job: ClaimedJob) => Promise<void>): Promise<void> {
    const { callId, revision, attempts, metadata } = job;
    const attributes = { 'ci.call_id': callId, 'ci.revision': revision, 'ci.attempt': attempts };
    const span = beginSpan('analyse call', { kind: 'internal', parent: metadata.traceparent, attributes });
    const { traceparent } = span;
    let failed = true;
    try {
      await work(traceparent === undefined ? job : { ...job, metadata: { ...metadata, traceparent } });
      failed = false;
    } finally {
      span.end({ failed });
    }
  }

  async #attempt(job: ClaimedJob, engine: EngineRunner): Promise<EngineAnswer> {
    // It was claimed before and no end was ever reported: it may be what ends its workers.
    if (job.attempts > this.times.maxAttempts) return { kind: 'failed', problem: 'earlier attempts never ended' };
    const lost = new AbortController();
    const heartbeat = setInterval(() => void this.#keepLease(job, lost), this.times.leaseMs / 3);
    const begin = performance.now();
    try {
      const signal = AbortSignal.any([this.#stopping.signal, lost.signal]);
      const answer = await engine.analyse(job.input, signal, job.workspaceId);
      this.metrics.note(answer, (performance.now() - begin) / 1_000);
      return answer;
    } finally {
      clearInterval(heartbeat);
      await this.#charge(job, engine.spentMs());
    }
  }

  async #charge(job: ClaimedJob, ms: number): Promise<void> {
    try {
      await this.jobs.charge(job, ms);
    } catch (error) {
      // No reason to lose its result.
      this.logger.warn({ err: error, call_id: job.callId }, 'the time of an analysis could not be recorded');
    }
  }

  async #keepLease(job: ClaimedJob, lost: AbortController): Promise<void> {
    try {
      if (!(await this.jobs.extend(job, this.times.leaseMs))) lost.abort();
    } catch (error) {
      // The next beat tries again; if the lease runs out meanwhile, the fence refuses the result.
      this.logger.warn({ err: error, call_id: job.callId }, 'the lease of an analysis could not be renewed');
    }
  }

  async #conclude(job: ClaimedJob, answer: EngineAnswer): Promise<void> {
    switch (answer.kind) {
      case 'aborted':
        return this.jobs.release(job);
      case 'nothing-to-analyse':
        return this.conclusion.fail(job, 'nothing_to_analyse');
      case 'failed':
        return this.#failed(job, answer.problem, answer.final);
      case 'analysed':
        this.#tellFallback(job, answer);
        try {
          await this.conclusion.complete(job, answer);
        } catch (error) {
          if (isTransientDatabaseError(error)) throw error;
          this.logger.error({ err: error, call_id: job.callId }, 'the result of an analysis could not be stored');
          await this.#failed(job, 'its result could not be stored');
        }
    }
  }

  #tellFallback(
    { callId: call_id, revision }: ClaimedJob,
    { engine, fallback: detail }: EngineAnswer & { kind: 'analysed' },
  ) {
    const { fallback_reason: reason } = engine;
    if (reason === undefined) return;
    this.logger.warn({ call_id, revision, reason, detail }, 'a summary was written without the language model');
  }

  async #failed(job: ClaimedJob, problem: string, hopeless = false): Promise<void> {
    const { callId: call_id, revision, attempts } = job;
    const final = hopeless || attempts >= this.times.maxAttempts;
    this.logger.warn({ call_id, revision, attempts, problem, final }, 'an analysis failed');
    if (final) await this.conclusion.fail(job, 'engine_failed');
    else await this.jobs.retryLater(job, this.times.retryMs * 4 ** (attempts - 1));
  }
}
