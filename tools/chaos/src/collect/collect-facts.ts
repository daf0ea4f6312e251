import pg from 'pg';
import type { Facts, PlannedCall } from '../ledger/facts.ts';
import { apiFacts, type Reader } from './api-facts.ts';
import { databaseFacts } from './database-facts.ts';
import { topicFacts } from './topic-facts.ts';

export interface CollectOptions {
  readonly databaseUrl: string;
  readonly brokers: string;
  readonly readers: readonly Reader[];
  readonly planned: readonly PlannedCall[];
}

type Collected = Pick<Facts, 'calls' | 'details' | 'contacts' | 'analyses' | 'messages' | 'arrivals' | 'leftovers'>;

/** What the system holds and has sent, about the workspaces of the readers alone. */
export async function collectFacts({ databaseUrl, brokers, readers, planned }: CollectOptions): Promise<Collected> {
  const workspaces = readers.map(({ workspaceId }) => workspaceId);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const messages = await topicFacts(brokers, workspaces);
    const database = await databaseFacts(client, workspaces);
    const seen = await Promise.all(
      readers.map((reader) =>
        apiFacts(
          reader,
          planned.filter(({ workspaceId }) => workspaceId === reader.workspaceId),
        ),
      ),
    );
    return {
      ...database,
      messages,
      calls: seen.flatMap(({ calls }) => calls),
      details: seen.flatMap(({ details }) => details),
      contacts: seen.flatMap(({ contacts }) => contacts),
    };
  } finally {
    await client.end();
  }
}
