import { call } from './call.fixture.ts';
import { readDialogue } from './dialogue.ts';
import { FaithfulnessCheck } from './faithfulness.ts';

describe('a statement leaves the engine', () => {
  const input = call('rep: The Oslo plant gets 1,200 units for $50k by May.', 'prospect: Fine.');
  const holds = async (text: string, dates: readonly string[] = []) => {
    const { segments, sentences } = await readDialogue(input.segments);
    return new FaithfulnessCheck(segments, { names: ['Ada Park'] }).holds({
      text,
      evidence: sentences.slice(0, 1),
      dates,
    });
  };
  it.each(['The plant gets 1200 units', 'They pay $50k', 'Units go to Oslo', 'Offered by Ada'])(
    'when it was said: %s',
    async (text) => expect(await holds(text)).toBe(true),
  );
  it.each(['The plant gets 120 units', 'They pay $50', 'They pay $50m', 'Units go to Bergen', 'Send it by 2024-05-31'])(
    'not when invented: %s',
    async (text) => expect(await holds(text)).toBe(false),
  );
  it('with a resolved date', async () => expect(await holds('Send it by 2024-05-31', ['2024-05-31'])).toBe(true));
  it('not without evidence, nor with a quote that is not literal', async () => {
    const { segments, sentences } = await readDialogue(input.segments);
    const check = new FaithfulnessCheck(segments, { names: [] });
    const [first] = sentences;
    expect(check.holds({ text: 'Fine', evidence: [] })).toBe(false);
    expect(first !== undefined && check.holds({ text: 'Fine', evidence: [{ ...first, raw: 'The oslo plant' }] })).toBe(
      false,
    );
  });
});
