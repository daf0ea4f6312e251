import { readCalls } from './annotated-call.ts';
import { disturbances } from './robustness.ts';

const [call] = readCalls('development');
const disturbed = (name: string) => disturbances.find((one) => one.name === name)!.disturb(call!);

it('in every disturbance what is annotated stands where it stood, and segments stay in their order', () => {
  for (const { disturb } of disturbances) {
    const { segments, annotations } = disturb(call!);
    expect(segments.slice(0, call!.segments.length)).toHaveLength(call!.segments.length);
    expect(annotations.objections).toEqual(call!.annotations.objections);
    const starts = segments.map(({ start_ms }) => start_ms);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  }
});

it('without punctuation the words, numbers and addresses are the same', () => {
  const text = 'Right, "the" 3.5 % – by 9:30, to ann@acme.example? It’s fine…';
  const segment = { ...call!.segments[0]!, text };
  const { disturb } = disturbances.find(({ name }) => name === 'lower case, no punctuation')!;
  expect(disturb({ ...call!, segments: [segment] }).segments[0]!.text).toBe(
    'right the 3.5 % by 9:30 to ann@acme.example it’s fine',
  );
});

it('turns overlap, and none begins before the one before it has begun', () => {
  const { segments } = disturbed('each turn begins before the last has ended');
  const overlapping = segments.filter((one, index) => index > 0 && one.start_ms < segments[index - 1]!.end_ms);
  expect(overlapping.length).toBeGreaterThan(segments.length / 2);
});

it('with the speakers swapped the owners are, too', () => {
  const { annotations, segments, rep } = disturbed('speakers swapped');
  expect(rep.name).toBe(call!.prospect.name);
  expect(segments[0]!.speaker).not.toBe(call!.segments[0]!.speaker);
  expect(annotations.action_items[0]!.owner).not.toBe(call!.annotations.action_items[0]!.owner);
});
