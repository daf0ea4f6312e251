import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodeCursor, type CursorContext, type Keyset } from './cursor.ts';

/** One page of a list. */
export interface Page<Item> {
  readonly data: Item[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

/** How a page is made of rows. */
export interface PageOptions<Row, Item> extends CursorContext {
  readonly limit: number;
  readonly keysetOf: (row: Row) => Keyset;
  readonly toItem: (row: Row) => Item;
  readonly request: Pick<FastifyRequest, 'url'>;
  readonly reply: Pick<FastifyReply, 'header'>;
}

/** Makes a page of `limit + 1` fetched rows: the one too many says that there are more. Sets `Link: <…>; rel="next"` where there is a next page. */
export function pageOf<Row, Item>(rows: readonly Row[], options: PageOptions<Row, Item>): Page<Item> {
  const shown = rows.slice(0, options.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > options.limit && last !== undefined;
  const nextCursor = hasMore ? encodeCursor(options.keysetOf(last), options) : null;
  if (nextCursor !== null) options.reply.header('link', `<${nextUrl(options.request.url, nextCursor)}>; rel="next"`);
  return { data: shown.map((row) => options.toItem(row)), next_cursor: nextCursor, has_more: hasMore };
}

/** The request's own URL with another cursor, so that the filters stay as they were given. */
function nextUrl(url: string, cursor: string): string {
  const queryAt = url.indexOf('?');
  const parameters = new URLSearchParams(queryAt === -1 ? '' : url.slice(queryAt + 1));
  parameters.set('cursor', cursor);
  return `${queryAt === -1 ? url : url.slice(0, queryAt)}?${parameters.toString()}`;
}
