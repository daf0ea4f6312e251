import { proseFindings } from './prose.ts';
import { textsIn } from './source-texts.ts';

it.each([
  ['log', 'apps/contacts/src/a.ts', "this.logger.warn({ err }, 'every key is read anew');"],
  ['error', 'apps/contacts/src/a.ts', "throw new DomainError('conflict', 'It is analyzed anew.');"],
  ['error', 'apps/contacts/src/a.ts', "throw conflict('It is analyzed anew.');"],
  ['error', 'apps/contacts/src/a.ts', "const detail = { field, message: isTwo ? 'must be given anew' : other };"],
  ['error', 'libs/contracts/src/a.ts', "z.email('must be given anew');"],
  ['help', 'apps/gateway/src/a.ts', "program.argument('<member>', 'invited anew');"],
  ['output', 'tools/dev/src/a.ts', 'output.say(`${name} is built anew`);'],
  ['output', 'tools/dev/src/a.ts', 'console.log(`${name} is built anew`);'],
  ['output', 'tools/dev/run.mjs', "process.stderr.write('it is built ' + 'anew');"],
  ['help', 'tools/dev/src/a.ts', 'const usage = `npm run x\n\n  --again   builds anew`;'],
  ['help', 'libs/http/src/a.ts', "new Counter({ name, help: 'Keys that were read anew.' });"],
  ['description', 'libs/contracts/src/a.ts', "Type.String({ description: 'The call, analyzed anew.' });"],
  ['description', 'apps/contacts/src/config.ts', "z.string().describe('When keys are read anew');"],
  ['console', 'apps/console/src/texts/en/a.ts', 'export const a = { again: (name: string) => `Invite ${name} anew` };'],
])('a text of the kind %s is found in %s', (kind, place, code) => {
  const found = [...textsIn(place, `\n${code}`)];
  expect(found).toMatchObject([{ kind, place: expect.stringMatching(/:[23]$/) }]);
  expect(found.flatMap(({ text }) => proseFindings(text))).toEqual(['“anew”: write again, or from scratch']);
});

it('what is no text for people is none: words alone, and what other calls are given', () => {
  const code = "logger.info('ready'); query('SELECT anew FROM events'); throw new Error(`anew`);";
  expect([...textsIn('apps/contacts/src/a.ts', code)]).toEqual([]);
});

it('items of a help text are sentences apart', () => {
  const [help] = textsIn(
    'tools/dev/src/a.ts',
    `const usage = \`${'word '.repeat(20)}\n  --one   ${'word '.repeat(20)}\``,
  );
  expect(proseFindings(help?.text ?? '')).toEqual([]);
});
