import { fallbackReasons } from '@ci/contracts';
import { Metrics } from '@ci/observability/metrics';
import type { AnalysisResult } from '../engine/summary-engine.ts';
import { AnalysisMetrics } from './analysis-metrics.ts';
import type { EngineAnswer, WritingEngine } from './engine-answer.ts';

const result = {} as AnalysisResult;
const written = (engine: WritingEngine): EngineAnswer => ({ kind: 'analysed', result, engine });

describe('fallbacks of the language model', () => {
  it.each(fallbackReasons)('are counted by reason: %s', async (fallback_reason) => {
    const metrics = new Metrics('summarization');
    const noted = new AnalysisMetrics(metrics);
    noted.note(written({ name: 'embedded', version: '3.0.0', fallback_reason }), 1);
    noted.note(written({ name: 'embedded', version: '3.0.0', fallback_reason }), 1);
    expect(await metrics.text()).toMatch(
      new RegExp(`^ci_llm_fallbacks_total\\{reason="${fallback_reason}",[^}]*\\} 2$`, 'm'),
    );
  });

  it('are none where the model wrote, where it was not asked, and where there is no summary', async () => {
    const metrics = new Metrics('summarization');
    const noted = new AnalysisMetrics(metrics);
    noted.note(written({ name: 'llm', version: '1.1.0+m' }), 1);
    noted.note(written({ name: 'embedded', version: '3.0.0' }), 1);
    noted.note({ kind: 'failed', problem: 'p' }, 1);
    expect(await metrics.text()).not.toMatch(/^ci_llm_fallbacks_total\{/m);
    expect(await metrics.text()).toMatch(/^ci_analysis_duration_seconds_count\{[^}]*engine="llm"/m);
  });
});
