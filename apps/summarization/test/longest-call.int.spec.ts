import { callOf } from '../src/engine/call.fixture.ts';
import { analysed } from './embedded-engine.ts';

it('a call of the longest allowed length is analyzed to its end', async () => {
  // Every sentence asks or promises something: quadratic work would not end before the test's deadline.
  const talk = [
    "I'll send you the contract by Friday.",
    'can you send me 3 copies of the price list',
    "That's $45,000 a year — too expensive for us.",
    "Let's meet on Tuesday at 10.",
    'If you sign, we’ll add 2 more.',
    'Our IT guy will email the form to Zoë on the 9th.',
    'What if it doesn’t work?',
  ];
  const segments = Array.from({ length: 20_000 }, (_, index) => ({
    speaker: index % 2 === 0 ? ('rep' as const) : ('prospect' as const),
    start_ms: index * 1000,
    end_ms: index * 1000 + 900,
    text: talk[index % talk.length] ?? '',
  }));
  const { action_items, key_moments } = await analysed(callOf(segments));
  expect(action_items.length).toBeGreaterThan(0);
  expect(key_moments.length).toBeGreaterThan(0);
}, 150_000);
