import { countParked, listParked, type ParkedSide, type ParkedSummary } from '@ci/messaging';
import { table } from '../table.ts';
import type { Operations } from '../operations.ts';
import { summaryJson } from './parked-json.ts';

interface ListOptions {
  readonly key?: string;
  readonly topic?: string;
  readonly workspace?: string;
  readonly side?: ParkedSide;
  readonly limit: number;
  readonly json?: boolean;
}

export function list({ withDatabase, print, note }: Operations) {
  return async ({ workspace, json, ...filter }: ListOptions): Promise<void> => {
    const { messages, counts } = await withDatabase(async (database) => ({
      messages: await listParked(database, {
        ...filter,
        ...(workspace === undefined ? {} : { workspaceId: workspace }),
      }),
      counts: await countParked(database),
    }));
    if (json) {
      print(JSON.stringify(messages.map(summaryJson)));
      return;
    }
    if (messages.length > 0) print(asTable(messages));
    note(`${counts.messages} parked under ${counts.keys} keys in all, ${messages.length} shown.`);
  };
}

function asTable(messages: readonly ParkedSummary[]): string {
  return table(
    ['ID', 'KEY', 'TOPIC', 'STATE', 'ERROR', 'TRIES', 'NEXT TRY', 'BYTES', 'PARKED'],
    messages.map((parked) => [
      parked.id,
      parked.key ?? '–',
      parked.topic,
      parked.state,
      parked.errorCode ?? '–',
      String(parked.attempts),
      nextTry(parked),
      String(parked.bytes),
      parked.parkedAt.toISOString(),
    ]),
  );
}

function nextTry({ state, nextAttemptAt }: ParkedSummary): string {
  if (state === 'waiting') return 'in its turn';
  return nextAttemptAt?.toISOString() ?? 'by hand';
}
