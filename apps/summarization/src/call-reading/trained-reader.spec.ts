import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { call } from '../engine/call.fixture.ts';
import type { ReadCall, UnitKind } from '../engine/reading.ts';
import { unitKinds, wordKinds } from '../engine/reading.ts';
import { TrainedReader } from './trained-reader.ts';

const { segments } = call(
  'prospect: Honestly, twelve hundred a month is more than we can spend this year.',
  'rep: I hear you. What if you paid for the first half only when the second machine is in?',
  'prospect: That would help. Put it in writing for me?',
  "rep: I'll send you the new offer by Thursday.",
  'prospect: Lovely. My daughter has a football match, I have to run.',
);

const models = join(import.meta.dirname, '../../models/reader');
let reader: TrainedReader;
let read: ReadCall;
beforeAll(async () => {
  reader = await TrainedReader.load();
  read = await reader.read(segments);
});

const most = (kind: UnitKind) =>
  segments.reduce((best, _, index) => (read.unit(index, kind) > read.unit(best, kind) ? index : best), 0);

it('tells the objection, its answer and the promise from the rest', () => {
  expect([most('objection'), most('response')]).toEqual([0, 1]);
  expect(read.unit(3, 'action_rep')).toBeGreaterThan(0.5);
  expect(read.unit(4, 'action_rep')).toBeLessThan(0.2);
  expect(read.unit(4, 'objection')).toBeLessThan(0.2);
});

it('knows the kinds that its training wrote down', () => {
  const note = JSON.parse(readFileSync(join(models, 'reader.json'), 'utf8')) as Record<string, readonly string[]>;
  expect([note['unit_kinds'], note['word_kinds']]).toEqual([[...unitKinds], [...wordKinds]]);
});

it('gives every word of a segment its place', () => {
  const words = read.words(3).map(({ start, end }) => segments[3]?.text.slice(start, end));
  expect(words).toEqual(["I'll", 'send', 'you', 'the', 'new', 'offer', 'by', 'Thursday.']);
});

it.each(['', '…', '🙂', 'word '.repeat(2_000), 'w'.repeat(10_000), '\ud800', '日本語で'])(
  'takes any text: %#',
  async (text) => {
    const [first] = segments;
    const { unit, outcomes } = await reader.read([{ ...first!, text }]);
    expect([unit(0, 'objection'), ...Object.values(outcomes)].every(Number.isFinite)).toBe(true);
  },
);

it('reads a call of several hours in blocks', async () => {
  const short = segments.map((one) => ({ ...one, text: one.text.slice(0, 20) }));
  const long = Array.from({ length: 900 }, (_, index) => short[index % short.length]!);
  const { unit } = await reader.read(long);
  expect(unit(896, 'salient')).toBeGreaterThan(0);
}, 60_000);

it('does not load a model that is not the committed one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'));
  cpSync(models, folder, { recursive: true });
  writeFileSync(join(folder, 'units.int8.onnx'), '');
  await expect(TrainedReader.load(pathToFileURL(`${folder}/`))).rejects.toThrow(/units\.int8\.onnx.*checksum/);
  rmSync(folder, { recursive: true });
});
