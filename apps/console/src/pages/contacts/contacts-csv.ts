import { answerOf, type Resource } from '@ci/client/browser';
import { allPages } from '../../api/all-pages.ts';
import { apiV1 } from '../../api/api-v1.ts';
import { csvOf } from '../../formats/csv.ts';
import { texts } from '../../texts/texts.ts';
import type { ContactFilters } from './contact-filters.ts';

const { csv: words } = texts.contacts;

/** Every contact that the filter lets through, as a table for spreadsheets. */
export async function contactsAsCsv(filters: ContactFilters): Promise<string> {
  const contacts = await allPages<Resource<'Contact'>>((cursor) =>
    answerOf(
      apiV1.GET('/contacts', { params: { query: { ...filters, limit: 100, ...(cursor !== null && { cursor }) } } }),
    ),
  );
  const headings = [words.id, words.name, words.email, words.company, words.calls, words.lastCall];
  const rows = contacts.map(({ id, name, email, company, call_count, last_call_at }) => [
    id,
    name,
    email,
    company,
    call_count,
    last_call_at,
  ]);
  return csvOf(headings, rows);
}
