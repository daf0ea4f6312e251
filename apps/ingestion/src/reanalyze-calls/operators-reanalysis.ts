import { inTransaction } from '@ci/database';
import { DomainError } from '@ci/domain';
import { metadataOf, runCommand } from '@ci/event-store';
import { recordOperatorAction } from '@ci/messaging';
import type { Reanalysis, ReanalysisEnd } from '@ci/operations';
import { timestamp } from '@ci/validation';
import type { DataSource } from 'typeorm';
import { callStream } from '../call/call-stream.ts';
import { call } from '../call.aggregate.ts';

/** What `POST /v1/calls/{id}/reanalyze` does, asked by an operator: beside the service, whose relay finds the message. */
export function operatorsReanalysis(dataSource: DataSource): Reanalysis {
  return {
    ask: ({ workspaceId, callId, revision }, actor) =>
      inTransaction(dataSource, async (tx) => {
        const command = { type: 'RequestReanalysis', now: timestamp(new Date()), operatorsOf: revision } as const;
        const stream = callStream({ workspaceId, callId });
        const metadata = metadataOf({ actor: `operator ${actor}` });
        const changed = (await runCommand(tx, call, { stream, command, metadata })).events.length > 0;
        if (changed)
          await recordOperatorAction(tx, { actor, action: 'call.reanalyze', target: { callId, workspaceId } });
        return changed;
      }).catch((error: unknown) => {
        // Deleted since, or already in progress.
        if (error instanceof DomainError) return false;
        throw error;
      }),
    // Of a call that is deleted there is no row.
    ended: async (asked) => {
      if (asked.length === 0) return new Map();
      const rows = await dataSource.query<{ id: string; ended: boolean; failed: boolean }[]>(selectEnds, [
        asked.map(({ callId }) => callId),
        asked.map(({ revision }) => revision),
      ]);
      const ends = new Map<string, ReanalysisEnd>(asked.map(({ callId }) => [callId, 'passed-over']));
      for (const { id, ended, failed } of rows) {
        if (ended) ends.set(id, failed ? 'failed' : 'done');
        else ends.delete(id);
      }
      return ends;
    },
  };
}

const selectEnds = `
  SELECT id, revision > asked AND analysis_status <> 'pending' AS ended, analysis_status = 'failed' AS failed
  FROM calls JOIN unnest($1::text[], $2::int[]) AS wanted (call_id, asked) ON id = call_id`;
