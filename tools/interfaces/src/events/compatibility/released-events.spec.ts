import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileSchema } from '@ci/validation';
import { currentEvents, eventsSentBy, releasedFolder } from '../current-events.ts';
import { eventsToKeep, freeze, incompatibilities, readReleased, type EventsByTopic } from './released-events.ts';

interface ObjectSchema {
  readonly properties: Record<string, object>;
  required: string[];
}

/** Today's events with something changed; `call.ended`'s call is given to `change`. */
function changed(change: (call: ObjectSchema, events: Record<string, { version: number }>) => unknown): EventsByTopic {
  const events = JSON.parse(JSON.stringify(currentEvents)) as Record<string, EventsByTopic[string]>;
  const { properties } = events['call.ended']!.schema as unknown as ObjectSchema;
  change(properties['call'] as ObjectSchema, events);
  return events;
}

const outcomes = (call: ObjectSchema) => (call.properties['outcome'] as { enum: string[] }).enum;

describe('the events of today', () => {
  it('can be read by everything that was released, and read what it sends', async () => {
    const released = await readReleased(releasedFolder);
    expect(new Set(released.map(({ topic }) => topic))).toEqual(new Set(Object.keys(currentEvents)));
    expect(incompatibilities(currentEvents, released)).toEqual([]);
    for (const { topic, example } of released) {
      expect(compileSchema(currentEvents[topic]!.schema)(example)).toEqual(example);
    }
  });

  it.each<[string, EventsByTopic]>([
    ['a field is gone', changed((call) => delete call.properties['outcome'] && (call.required = ['id']))],
    ['a field may be missing', changed((call) => call.required.shift())],
    ['a field is asked for', changed((call) => call.required.push('note') && (call.properties['note'] = {}))],
    ['a field is of another type', changed((call) => (call.properties['rep_id'] = { type: 'integer' }))],
    ['an outcome is added', changed((call) => outcomes(call).push('postponed'))],
    ['an outcome is taken away', changed((call) => outcomes(call).pop())],
    ['a topic is gone', changed((_, events) => delete events['contact.created'])],
    ['a version is taken back', changed((_, events) => (events['call.ended']!.version = 0))],
    [
      'a new version breaks with the old one',
      changed((call, events) => outcomes(call).pop() && (events['call.ended']!.version = 2)),
    ],
  ])('would be refused when %s', async (_what, events) => {
    const released = await readReleased(releasedFolder);
    expect(incompatibilities(currentEvents, released)).toEqual([]);
    expect(incompatibilities(events, released)).toContainEqual(
      expect.stringMatching(/^(call\.ended|contact\.created)/),
    );
  });

  it('may say more, and there may be more of them', async () => {
    const events = changed((call, all) => {
      call.properties['language'] = { type: ['string', 'null'] };
      all['call.archived'] = all['call.deleted']!;
    });
    expect(incompatibilities(events, await readReleased(releasedFolder))).toEqual([]);
  });
});

describe('what is frozen at a release', () => {
  let home: string;
  let folder: URL;
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'released-events-'));
    folder = pathToFileURL(`${home}/`);
  });
  afterEach(() => rm(home, { recursive: true }));

  const event = (properties: object, example: object): EventsByTopic => ({
    'call.ended': { version: 1, schema: { type: 'object', properties, required: [] }, example },
  });
  const string = { type: 'string', description: 'In words.' };

  /** What is new in these events, kept: their topics. */
  const released = async (events: EventsByTopic, release: string): Promise<readonly string[]> => {
    const differing = eventsToKeep(events, await readReleased(folder), release);
    await freeze(folder, differing);
    return differing.map(({ topic }) => topic);
  };

  it('is what is new, without what only people read', async () => {
    expect(await released(event({ id: string }, { id: 'a' }), '1.0.0')).toEqual(['call.ended']);
    expect(await released(event({ id: { type: 'string' } }, { id: 'b' }), '1.0.1')).toEqual([]);
    expect(await released(event({ id: string, title: string }, {}), '1.1.0')).toEqual(['call.ended']);
    const schema = { type: 'object', properties: { id: { type: 'string' } }, required: [] };
    expect((await readReleased(folder))[0]).toEqual({
      topic: 'call.ended',
      release: '1.0.0',
      version: 1,
      schema,
      example: { id: 'a' },
    });
  });

  it('is frozen once; another service may have the same version', async () => {
    await released(event({ id: string }, {}), '1.0.0');
    expect(await released(event({ id: string }, {}), '1.0.0')).toEqual([]);
    await expect(released(event({ title: string }, {}), '1.0.0')).rejects.toThrow(
      'call.ended was released as 1.0.0 already, with another schema',
    );
    const others = { 'contact.created': event({ id: string }, {})['call.ended']! };
    expect(await released(others, '1.0.0')).toEqual(['contact.created']);
  });

  it('is of one service: what it sends, and its notices', () => {
    expect(Object.keys(eventsSentBy('contacts'))).toEqual(['contact.created', 'contacts.dlq']);
    expect(Object.keys(eventsSentBy('webhooks'))).toEqual(['webhooks.dlq']);
    expect(Object.keys(eventsSentBy('gateway'))).toEqual([]);
    expect(() => eventsSentBy('contact')).toThrow('no service is called contact; there are: ingestion,');
  });

  it('counts for ever: a name that the last release does not know may have been used before', async () => {
    await released(event({ title: string }, {}), '1.0.0');
    await released(event({}, {}), '1.1.0');
    const problems = incompatibilities(event({ title: { type: 'integer' } }, {}), await readReleased(folder));
    expect(problems).toEqual([
      'call.ended: data.title may be of the type string where 1.0.0 sends it, and is refused today',
      'call.ended: data.title may be of the type integer where it is sent today, and is refused by 1.0.0',
    ]);
  });
});
