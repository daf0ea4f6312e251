import type { CallDetail } from '@ci/contracts';
import { exampleOf, ofCall } from '../contracts.ts';
import type { Workspace } from '../service-under-test.ts';
import type { ServiceScript } from './script.ts';

/** Ingestion: calls come by HTTP, and what became of their analysis by events. */
export const ingestion: ServiceScript<'ingestion'> = {
  service: 'ingestion',
  consumes: {
    'summary.ready': {
      before: recordCall,
      effect: async (workspace, callId) => (await callOf(workspace, callId)).analysis_status === 'ready',
    },
    'summary.failed': {
      before: recordCall,
      effect: async (workspace, callId) => (await callOf(workspace, callId)).analysis_status === 'failed',
    },
  },
  publish: async (workspace) => {
    const kept = await recordCall(workspace);
    await workspace.ask('PATCH', `/calls/${kept}`, { outcome: 'won' });
    const deleted = await recordCall(workspace);
    await workspace.ask('DELETE', `/calls/${deleted}`);
    return { 'call.ended': kept, 'call.transcribed': kept, 'call.updated': kept, 'call.deleted': deleted };
  },
  states: {
    'an analysed call': async (workspace, contracts) => {
      const call = await recordCall(workspace);
      const example = exampleOf(contracts, 'summary.ready');
      const { topic, version } = example;
      await workspace.tell({ topic, key: call, version, data: ofCall(example, call) });
      return { call };
    },
  },
};

async function recordCall(workspace: Workspace): Promise<string> {
  const text = 'I will send you the contract by next Friday.';
  const { id } = await workspace.ask<CallDetail>('POST', '/calls', {
    rep_id: 'user_dana',
    started_at: '2026-11-20T15:00:00.000Z',
    prospect: { email: 'marcus.webb@acme-logistics.example', name: 'Marcus Webb', company: 'Acme Logistics' },
    transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 4_000, text }],
  });
  return id;
}

const callOf = (workspace: Workspace, callId: string) => workspace.ask<CallDetail>('GET', `/calls/${callId}`);
