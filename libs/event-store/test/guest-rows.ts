import { combineCatalogues, isErased } from '@ci/domain';
import { defineProjection, type Projection, type Projector } from '../src/index.ts';
import { guestBookEvents, type GuestBookEvent } from './guest-book.ts';

/** A read model of guest books: one table per book with its counter, one with a row per guest. Indexes and rights as a service may have. */
export const guestRowsSql: readonly string[] = [
  `CREATE TABLE books (
     stream_id text PRIMARY KEY, version bigint NOT NULL, pages int NOT NULL CHECK (pages > 0), guests int NOT NULL DEFAULT 0,
     full_at int GENERATED ALWAYS AS (pages - guests) STORED
   ) WITH (fillfactor = 70)`,
  `CREATE INDEX books_by_guests ON books (guests DESC, stream_id)`,
  `CREATE TABLE guests (
     stream_id text NOT NULL, page int NOT NULL, name text, extra json NOT NULL, PRIMARY KEY (stream_id, page),
     CONSTRAINT guests_page UNIQUE (page, stream_id)
   )`,
  `CREATE INDEX guests_by_name ON guests (lower(name)) WHERE name IS NOT NULL`,
];

/** Adds to a counter: an event that is applied twice, or not at all, shows. */
export const projectGuestRows: Projector<GuestBookEvent> = (events) => {
  const rows = events.map(({ event, stream, version }) => ({
    stream_id: stream.id,
    version,
    pages: event.type === 'BookOpened' ? event.data.pages : null,
    page: event.type === 'Signed' ? event.data.page : null,
    name: event.type === 'Signed' && !isErased(event.personal) ? event.personal.name : null,
  }));
  return [insertBooks, insertGuests, countGuests].map((text) => ({ text, values: [JSON.stringify(rows)] }));
};

const source = `json_to_recordset($1::json) AS s (stream_id text, version bigint, pages int, page int, name text)`;
const insertBooks = `
  INSERT INTO books (stream_id, version, pages) SELECT stream_id, version, pages FROM ${source} WHERE pages IS NOT NULL`;
const insertGuests = `
  INSERT INTO guests (stream_id, page, name, extra) SELECT stream_id, page, name, '{"a": 1}' FROM ${source} WHERE page IS NOT NULL`;
const countGuests = `
  UPDATE books SET guests = guests + signed.count, version = signed.version
  FROM (SELECT stream_id, count(*) AS count, max(version) AS version FROM ${source} WHERE page IS NOT NULL GROUP BY 1) AS signed
  WHERE books.stream_id = signed.stream_id`;

/** The projection of these rows. `afterPage` runs in the transaction of each page of a rebuild. */
export function guestRows(afterPage: () => Promise<void> = () => Promise.resolve()): Projection {
  const projection = defineProjection({
    name: 'guest-rows',
    tables: ['books', 'guests'],
    streamTypes: ['guest-book'],
    catalogue: combineCatalogues(guestBookEvents),
    projector: projectGuestRows,
  });
  return {
    ...projection,
    apply: async (tx, rows) => {
      await projection.apply(tx, rows);
      await afterPage();
    },
  };
}
