import { loadEngine } from '../src/analyse-call/load-engine.ts';
import { belowFloors, figuresOf, readFloors } from './floors.ts';
import { analysedCalls } from './analysed-calls.ts';

const { calls, floors } = readFloors();

describe('summaries of validation calls that readers graded', () => {
  it('have not become worse', async () => {
    const { scores, grades } = await analysedCalls(await loadEngine(), calls);

    expect(belowFloors(figuresOf(scores, grades), floors)).toBe('');
  }, 300_000);
});
