import { consumedTopics, eventExamples, parkingServices, topicNames } from '@ci/contracts';
import { settle } from '../../settle.ts';
import { currentDocuments } from '../documents.ts';
import { asyncApiDocument } from './asyncapi-document.ts';
import { eventsPage } from './events-page.ts';
import { problemsOfDocument } from './problems-of-document.ts';

type Document = ReturnType<typeof asyncApiDocument>;

const examples = { ...eventExamples };

/** Our document with something changed. */
function changed(change: (document: Document) => unknown): string {
  const document = JSON.parse(JSON.stringify(asyncApiDocument(examples))) as Document;
  change(document);
  return JSON.stringify(document);
}

describe('the AsyncAPI document', () => {
  it('and the page are what the contracts give', async () => {
    const { asyncApi, others } = await currentDocuments();
    for (const document of [asyncApi, ...others]) {
      await settle('events', document, true);
      const changed = { ...document, text: `${document.text} ` };
      await expect(settle('events', changed, true)).rejects.toThrow('Run "npm run events"');
    }
  });

  it('is right by the parser of AsyncAPI', async () => {
    const { asyncApi } = await currentDocuments();
    expect(await problemsOfDocument(asyncApi.text)).toEqual([]);
  });

  it.each<[string, (document: Document) => unknown]>([
    ['says no version', (document) => delete (document as Partial<Document>).asyncapi],
    [
      'refers to what is not there',
      (document) =>
        ((document.components.messages as Record<string, { payload: object }>)['call.ended']!.payload = {
          $ref: '#/nowhere',
        }),
    ],
    [
      'has an operation whose message is not one of its topic',
      (document) =>
        ((document.operations['ingestion.sends.call.ended'] as unknown as { messages: object[] }).messages = [
          { $ref: '#/components/messages/call.ended' },
        ]),
    ],
    [
      'has an operation that neither sends nor receives',
      (document) =>
        ((document.operations['ingestion.sends.call.ended'] as unknown as { action: string }).action = 'publish'),
    ],
    [
      'has a schema that is none',
      (document) => ((document.components.schemas as Record<string, unknown>)['Call'] = { type: 'text' }),
    ],
  ])('is refused when it %s', async (_what, change) => {
    expect(await problemsOfDocument(changed(change))).not.toEqual([]);
  });

  it('names who sends and who reads each topic', () => {
    const { operations } = asyncApiDocument(examples);
    const names = Object.keys(operations);
    for (const topic of topicNames) expect(names.filter((name) => name.endsWith(`.sends.${topic}`))).toHaveLength(1);
    const reads = Object.entries(consumedTopics).flatMap(([service, topics]) =>
      topics.map((topic) => `${service}.reads.${topic}`),
    );
    expect(names.filter((name) => name.includes('.reads.')).sort()).toEqual(reads.sort());
    expect(names).toEqual(expect.arrayContaining(parkingServices.map((name) => `${name}.sends.${name}.dlq`)));
  });

  it('refers to each named part, and holds all that it refers to', () => {
    const document = asyncApiDocument(examples);
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(new Set(references)).toEqual(new Set(Object.keys(document.components.schemas)));
    expect(text).not.toContain('"$id"');
  });
});

describe('the page of the events', () => {
  it('has a section for each event, with its fields and its example', () => {
    const page = eventsPage(examples);
    for (const topic of topicNames) expect(page).toContain(`\n## ${topic}\n`);
    expect(page).toContain('| `segments[].text` | string | At most 10000 characters. The transcribed text. |');
    expect(page).toContain(
      '| `call.coaching_score` | integer or null | 0…100. Coaching score, from 0 (lowest) to 100 (highest).',
    );
    expect(page).toContain(JSON.stringify(eventExamples['summary.ready'], null, 2));
  });
});
