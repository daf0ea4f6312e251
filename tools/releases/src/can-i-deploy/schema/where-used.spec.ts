import { release } from '../../../test/candidates.ts';
import { whereUsed } from './where-used.ts';

const released = release('contacts', {
  'apps/contacts/src/contact-rows/contact.entity.ts': `@Entity('contacts') class ContactRow { email; company }`,
  'apps/contacts/src/contact-rows/contact.entity.spec.ts': 'contacts email note',
  'apps/contacts/src/database/migrations/1-contacts.migration.ts': 'CREATE TABLE contacts (note text)',
  'apps/webhooks/src/endpoint.ts': 'contacts note',
  'apps/contacts/src/contact-rows/contact-rows.sql.ts': 'UPDATE contacts SET phone = $1',
  'libs/event-store/src/append.sql.ts': 'INSERT INTO events (stream_id)',
  'libs/event-store/src/event-store.sql.ts': 'CREATE TABLE events (stream_id text, unused text)',
});

test.each([
  ['contacts.company', ['apps/contacts/src/contact-rows/contact.entity.ts']],
  ['contacts.note', []],
  ['contacts.phone', ['apps/contacts/src/contact-rows/contact-rows.sql.ts']],
  [
    'contacts',
    ['apps/contacts/src/contact-rows/contact.entity.ts', 'apps/contacts/src/contact-rows/contact-rows.sql.ts'],
  ],
  ['events.stream_id', ['libs/event-store/src/append.sql.ts']],
  ['events.unused', []],
  ['contacts.mail', []],
])('%s is used in %j', async (name, files) => {
  expect(await whereUsed(name, released)).toEqual(files);
});
