import { release } from '../../../test/candidates.ts';
import { newMigrations } from './migration-rules.ts';

const entity = `@Entity('contacts') class ContactRow { email; company }`;
const previous = release('contacts', {
  'releases/migrations/contacts/1-contacts.json': [],
  'apps/contacts/src/contact-rows/contact.entity.ts': entity,
});
const dropping = (column: string) => `ALTER TABLE contacts DROP COLUMN ${column} -- contract step`;

async function answers(today: Readonly<Record<string, readonly string[]>>) {
  return (await newMigrations(previous, today)).map(({ answer, why }) => `${answer}: ${why}`);
}

it('what the release before has run is not looked at again', async () => {
  expect(await answers({ '1-contacts': ['DROP TABLE contacts'] })).toEqual(['yes: no migration is new']);
});

it('what is new only adds, also to what another new one has made', async () => {
  const notes = { '2-notes': ['CREATE TABLE notes (id text)'], '3-ids': ['CREATE UNIQUE INDEX ids ON notes (id)'] };
  expect(await answers({ '1-contacts': [], ...notes })).toEqual([
    'yes: 2-notes, 3-ids: takes nothing away that it uses',
  ]);
});

it('what is new and takes away is refused, statement by statement', async () => {
  expect(await answers({ '2-less': ['ALTER TABLE contacts DROP COLUMN company', 'DROP TABLE contact_calls'] })).toEqual(
    [
      'no: ALTER TABLE contacts DROP COLUMN company: takes contacts.company away',
      'no: DROP TABLE contact_calls: takes contact_calls away',
    ],
  );
});

it('a contract step is fine when the release before does not use what it takes away', async () => {
  expect(await answers({ '2-less': [dropping('note')] })).toEqual(['yes: 2-less: takes nothing away that it uses']);
  expect(await answers({ '2-less': [dropping('company')] })).toEqual([
    `no: ${dropping('company')}: contacts 1.0.0 uses contacts.company in apps/contacts/src/contact-rows/contact.entity.ts`,
  ]);
});
