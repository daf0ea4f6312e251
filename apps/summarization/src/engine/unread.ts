import { coach, scoreOf } from './coaching/coach.ts';
import { quotes, type Dialogue, type Sentence } from './dialogue.ts';
import type { FoundOutcome } from './outcome.ts';
import type { Statement } from './statement.ts';
import type { AnalysisResult } from './summary-engine.ts';

/** What a summary of the rest leaves out. */
export function notRead(first: Sentence): Statement {
  return { text: 'Part of the call is not in English and was not read.', evidence: [first] };
}

/** A call whose end was not read is neither won nor lost. */
export function withoutEnd(found: FoundOutcome): FoundOutcome {
  return found.outcome === 'won' || found.outcome === 'lost' ? { ...found, outcome: 'follow_up' } : found;
}

/** A summary in the wrong language would be guesswork: it says so, and nothing else. */
export function unread(dialogue: Dialogue): AnalysisResult {
  const first = quotes(dialogue.sentences.slice(0, 1));
  const coaching = coach({ dialogue, isPitch: () => false, likely: () => 0, objections: [], nextSteps: [] });
  return {
    overview: 'The call does not seem to be in English. Only English calls are summarized.',
    key_moments: [],
    objections: [],
    decisions: [],
    next_steps: [],
    coaching_score: scoreOf(coaching),
    coaching,
    outcome: 'no_outcome',
    action_items: [],
    evidence: {
      overview: [first, first],
      key_moments: [],
      objections: [],
      responses: [],
      decisions: [],
      next_steps: [],
    },
  };
}
