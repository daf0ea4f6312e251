import { currentEvents } from '@ci/tools-interfaces/current-events';
import type { EventsByTopic } from '@ci/tools-interfaces/released-events';
import { candidate, release, snapshotOf, type Files } from '../../../test/candidates.ts';
import { readEvents, sentEvents } from './event-rules.ts';

/** What was released: today's events, and an example of each. */
const kept: Files = Object.fromEntries(
  Object.entries(currentEvents).flatMap(([topic, { version, schema, example }]) => [
    [`libs/contracts/released/${topic}-1.0.0.json`, { topic, release: '1.0.0', version, schema, example }],
    [`libs/contracts/golden-events/${topic}.v${version}.json`, example],
  ]),
);
const asReleased = { files: snapshotOf(kept) };

/** Today's events, and one of them asks for a field more. */
function askingForMore(topic: string): EventsByTopic {
  const event = currentEvents[topic]!;
  const schema = JSON.parse(JSON.stringify(event.schema)) as { required: string[]; properties: Record<string, object> };
  schema.required.push('note');
  schema.properties['note'] = { type: 'string' };
  return { ...currentEvents, [topic]: { ...event, schema: schema as object as typeof event.schema } };
}

const others = [release('contacts', kept), release('webhooks', kept), release('gateway', kept)];
const refusals = (findings: Awaited<ReturnType<typeof sentEvents>>) =>
  findings.filter(({ answer }) => answer === 'no').map(({ against, why }) => `${against}: ${why}`);

describe('events that a service sends', () => {
  it('are compared with all releases, and with each that reads them', async () => {
    const findings = await sentEvents(candidate('ingestion', { ...asReleased, others }));
    expect(findings.map(({ answer, what, against }) => [answer, what, against])).toEqual([
      ['yes', 'sends call.ended, call.transcribed, call.updated, call.deleted, ingestion.dlq', 'all releases (1.0.0)'],
      ['yes', 'sends call.ended, call.updated, call.deleted', 'contacts 1.0.0'],
      ['yes', 'sends call.ended, call.deleted', 'webhooks 1.0.0'],
    ]);
  });

  it('are refused when a field is asked for that was never sent', async () => {
    const findings = await sentEvents(candidate('ingestion', { ...asReleased, others }), askingForMore('call.updated'));
    const reason = 'call.updated: data.note may be missing where 1.0.0 sends it, and is refused today';
    expect(refusals(findings)).toEqual([`all releases (1.0.0): ${reason}`, `contacts 1.0.0: ${reason}`]);
  });

  it('are of nobody’s interest in another service', async () => {
    const events = askingForMore('summary.ready');
    expect(refusals(await sentEvents(candidate('ingestion', { ...asReleased, others }), events))).toEqual([]);
    expect(await sentEvents(candidate('gateway', { ...asReleased, others }), events)).toEqual([]);
  });
});

describe('events that a service reads', () => {
  const senders = [release('ingestion', kept), release('summarization', kept)];

  it('are compared with all releases, and with each that sends them', async () => {
    const findings = await readEvents(candidate('contacts', { ...asReleased, others: senders }));
    expect(findings.map(({ answer, what, against }) => [answer, what, against])).toEqual([
      ['yes', 'reads call.ended, summary.ready, call.updated, call.deleted', 'all releases (1.0.0)'],
      ['yes', 'reads call.ended, call.updated, call.deleted', 'ingestion 1.0.0'],
      ['yes', 'reads summary.ready', 'summarization 1.0.0'],
    ]);
  });

  it('are refused when what a release sends can no longer be read', async () => {
    const asked = candidate('contacts', { ...asReleased, others: senders });
    expect(refusals(await readEvents(asked, askingForMore('summary.ready')))).toEqual([
      expect.stringMatching(/^all releases \(1.0.0\): summary.ready: data.note may be missing/),
      expect.stringMatching(/^summarization 1.0.0: summary.ready: data.note may be missing/),
    ]);
  });

  it('need an example of each version', async () => {
    const { 'libs/contracts/golden-events/call.ended.v1.json': _, ...rest } = kept;
    expect(refusals(await readEvents(candidate('contacts', { files: snapshotOf(rest) })))).toEqual([
      'all releases (1.0.0): libs/contracts/golden-events/call.ended.v1.json is gone: nobody knows that it is still read',
    ]);
  });
});
