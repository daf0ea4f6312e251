import type { Page } from '@ci/client/browser';

/** More than a person reads; a larger export belongs in a separate program. */
export const mostExported = 10_000;

/** Everything that a list has, page after page, up to `mostExported`. */
export async function allPages<Item>(fetchPage: (cursor: string | null) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await fetchPage(cursor);
    items.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && items.length < mostExported);
  return items.slice(0, mostExported);
}
