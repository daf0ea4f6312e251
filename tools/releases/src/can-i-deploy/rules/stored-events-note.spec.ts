import { candidate, release, snapshotOf } from '../../../test/candidates.ts';
import { storedEvents } from './stored-events-note.ts';

const first = {
  'apps/contacts/golden-events/CallJoined.v1.json': {},
  'apps/contacts/golden-events/checksums.json': {},
};

test('an event in a version that the release before does not know is told, and decides nothing', async () => {
  const previous = release('contacts', first);
  const files = snapshotOf({ ...first, 'apps/contacts/golden-events/CallJoined.v2.json': {} });
  expect(await storedEvents(candidate('contacts', { files, previous }))).toEqual([
    expect.objectContaining({
      answer: 'note',
      against: 'contacts 1.0.0',
      why: expect.stringMatching(/^CallJoined.v2: /),
    }),
  ]);
  expect(await storedEvents(candidate('contacts', { files: snapshotOf(first), previous }))).toEqual([]);
  // A field that came within a version: who knows the version passes over it.
  const grown = snapshotOf({ ...first, 'apps/contacts/golden-events/CallJoined.v1.1.json': {} });
  expect(await storedEvents(candidate('contacts', { files: grown, previous }))).toEqual([]);
});
