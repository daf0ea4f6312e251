import { formatFiles, type Tree } from '@nx/devkit';
import { contentOf, insertBefore } from '../edit.ts';
import { pascalCase, quoted } from '../names.ts';
import { readFields, type EventField } from './event-fields.ts';

export interface EventOptions {
  readonly name: string;
  readonly fields: string;
  readonly description: string;
}

const library = 'libs/contracts';
const events = `${library}/src/events/integration-events.ts`;
const examples = `${library}/src/examples/event-examples.ts`;

/** `nx g tools:event`: the contract of a new integration event. Its topic, its tests and what consumers are tested with follow from it. */
export default async function eventGenerator(
  tree: Tree,
  { name, fields, description }: EventOptions,
): Promise<() => void> {
  if (contentOf(tree, events).includes(`  ${quoted(name)}: `)) throw new Error(`There is an event ${name} already.`);
  const read = readFields(fields);
  addContract(tree, name, read, description);
  addExample(tree, name, read);
  await formatFiles(tree);
  return () => console.log(nextSteps(name));
}

function addContract(tree: Tree, name: string, fields: readonly EventField[], description: string): void {
  const type = pascalCase(name);
  const properties = fields.map((field) => `${field.name}: ${field.schema}`).join(', ');
  const schema = `export const ${type}V1Schema = Type.Object(
  { ${properties} },
  { title: ${quoted(name)}, description: ${quoted(description)} },
);
export type ${type} = Static<typeof ${type}V1Schema>;

`;
  insertBefore(tree, events, '/** The data of each integration event, by topic.', schema);
  insertBefore(tree, events, '}\n\nexport type TopicName =', `  ${quoted(name)}: ${type};\n`);
  const contract = `  ${quoted(name)}: contract(1, ${type}V1Schema, ${quoted(keyOf(fields))}),\n`;
  insertBefore(tree, events, `  'ingestion.dlq': messageParked,`, contract);
}

/** Order is kept among the messages of one key. */
function keyOf([first]: readonly EventField[]): string {
  if (first?.schema !== 'Type.String()')
    throw new Error('--fields: the first is the key, and so a string that is always there.');
  return first.name;
}

function addExample(tree: Tree, name: string, fields: readonly EventField[]): void {
  const example = Object.fromEntries(fields.map((field) => [field.name, field.example]));
  insertBefore(tree, examples, `  'ingestion.dlq': notice(`, `  ${quoted(name)}: ${JSON.stringify(example)},\n`);
}

function nextSteps(name: string): string {
  return `
${name} is in the contracts. The next steps, which CONTRIBUTING.md tells:
  1. The example (${examples}) holds invented values of the right kind: say something real. Then
     GOLDEN_FILES=write npm test -- contracts --unit -t golden   keeps it for good.
  2. Publish it from the publish/ folder of one service, with a test, and say so in published-topics.ts.
  3. Consume it in a folder on-<event>/ of each service that reacts to it, and say so in consumed-topics.ts.
  4. npm run events   writes it into docs/asyncapi.yaml and docs/events.md.`;
}
