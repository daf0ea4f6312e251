import { revealParked, showParked, type ParkedDetails } from '@ci/messaging';
import type { DataSource } from 'typeorm';
import { OperatorError } from '../operator-error.ts';
import type { Operations } from '../operations.ts';
import { detailsJson } from './parked-json.ts';

interface ShowOptions {
  readonly payload?: boolean;
  readonly json?: boolean;
  readonly actor: string;
}

export function show({ withDatabase, print }: Operations) {
  return async (reference: string, { payload, json, actor }: ShowOptions): Promise<void> => {
    if (payload) {
      print(await withDatabase((database) => payloadOf(database, reference, actor)));
      return;
    }
    const found = await withDatabase((database) => showParked(database, reference));
    if (!found) throw notParked(reference);
    print(json ? JSON.stringify(detailsJson(found)) : asLines(found));
  };
}

/** The end of every command that names a message which is not there. */
export function notParked(reference: string): OperatorError {
  return new OperatorError(`Nothing is parked under ${reference}. It may have been released since: parked list`);
}

async function payloadOf(database: DataSource, reference: string, actor: string): Promise<string> {
  const bytes = await database.transaction((tx) => revealParked(tx, reference, actor));
  if (!bytes) throw notParked(reference);
  return bytes.toString('utf8');
}

function asLines(found: ParkedDetails): string {
  const { headers, ...fields } = detailsJson(found);
  const named = Object.entries(headers).map(([name, text]): [string, string] => [`header ${name}`, text]);
  const lines = [...Object.entries(fields), ...named];
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value ?? '–'}`).join('\n');
}
