import { Metrics } from '@ci/observability/metrics';
import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { selectJobs } from './analysis-jobs.sql.ts';
import type { EngineAnswer } from './engine-answer.ts';

/** What analyses take, how they end, and how often the language model was not used although it was asked. */
@Injectable()
export class AnalysisMetrics {
  readonly #durations;
  readonly #fallbacks;

  constructor(@Inject(Metrics) metrics: Metrics) {
    this.#durations = metrics.histogram({
      name: 'ci_analysis_duration_seconds',
      help: 'Attempts to analyze a call: how long the engine took, which one answered (none if it failed), and how it ended.',
      labels: ['engine', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
    });
    this.#fallbacks = metrics.counter({
      name: 'ci_llm_fallbacks_total',
      help: 'Summaries that the embedded engine wrote because the language model could not, by reason.',
      labels: ['reason'],
    });
  }

  note(answer: EngineAnswer, seconds: number): void {
    const engine = answer.kind === 'analysed' ? answer.engine.name : 'none';
    this.#durations.observe({ engine, outcome: answer.kind }, seconds);
    const reason = answer.kind === 'analysed' ? answer.engine.fallback_reason : undefined;
    if (reason !== undefined) this.#fallbacks.inc({ reason });
  }
}

/** Shows how many calls wait for their analysis. */
export function measureJobs(metrics: Metrics, database: Pick<DataSource, 'query'>): void {
  metrics.sampled({
    part: 'jobs',
    gauges: {
      jobs: {
        name: 'ci_analysis_jobs',
        help: 'Calls that wait for their analysis or are being analyzed; 100,000 are 100,000 or more.',
      },
      due: {
        name: 'ci_analysis_jobs_due',
        help: 'Those of them that only wait for a free process, those aside that an operator asked for.',
      },
      age: {
        name: 'ci_analysis_jobs_due_age_seconds',
        help: 'How long the first of these has waited. 0 when there is none.',
      },
    },
    read: async () => {
      const [row] = await database.query<[{ jobs: number; due: number; age: number }]>(selectJobs);
      return row;
    },
  });
}
