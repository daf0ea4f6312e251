import type { OutboxRow } from './outbox-rows.ts';

/** Rows that one produce request may carry. */
export interface Send {
  readonly compressed: boolean;
  readonly rows: readonly OutboxRow[];
}

/** Above this many characters gzip saves more than it costs; for small messages it halves the throughput. */
const LARGE = 100_000;

/**
 * Divides rows into sends, one after the other, since compression counts for a whole request. Within a key the order stays; between
 * keys there is none to keep, so a few large messages among many small ones make two or three sends, not hundreds.
 */
export function planSends(rows: readonly OutboxRow[]): Send[] {
  const lastSendOfKey = new Map<string, number>();
  const rowsByPlace = new Map<number, OutboxRow[]>();
  for (const row of rows) {
    const place = placeOf(row, lastSendOfKey.get(row.key) ?? 0);
    lastSendOfKey.set(row.key, place);
    const together = rowsByPlace.get(place);
    if (together) together.push(row);
    else rowsByPlace.set(place, [row]);
  }
  return [...rowsByPlace]
    .sort(([one], [other]) => one - other)
    .map(([place, rowsOfSend]) => ({ compressed: place % 2 === 1, rows: rowsOfSend }));
}

/** Even places are plain sends, odd ones compressed: the first of the right sort that is not before the key's last. */
function placeOf(row: OutboxRow, earliest: number): number {
  const parity = row.payload.length > LARGE ? 1 : 0;
  return earliest % 2 === parity ? earliest : earliest + 1;
}
