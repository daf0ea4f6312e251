import { answerOf, type ApiResult } from './answer.ts';

/** A page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

/**
 * Every item of a list, page after page, fetched as you go: `for await (const call of pagesOf((cursor) => api.GET('/calls', …)))`.
 * `fetchPage` is given the cursor of the page to fetch, undefined for the first. Throws ApiError.
 */
export async function* pagesOf<Item>(
  fetchPage: (cursor: string | undefined) => Promise<ApiResult<Page<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  for (;;) {
    const page: Page<Item> = await answerOf(fetchPage(cursor));
    yield* page.data;
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}
