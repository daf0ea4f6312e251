import type { ActionItem } from '@ci/contracts';
import { until } from '@ci/testing';
import { exampleOf, ofCall, type Contracts } from '../contracts.ts';
import { newCallId } from '../new-call-id.ts';
import type { Workspace } from '../service-under-test.ts';
import type { ServiceScript } from './script.ts';

/** Summarization: transcripts come as events, what was made of them goes out as events and is asked for by HTTP. */
export const summarization: ServiceScript<'summarization'> = {
  service: 'summarization',
  consumes: {
    'call.transcribed': { effect: (workspace, callId) => workspace.ask('GET', `/calls/${callId}/summary`) },
    // Counts in the next summary of the call.
    'call.updated': { before: analyseCall },
    'call.deleted': {
      before: analyseCall,
      effect: (workspace, callId) =>
        workspace.ask('GET', `/calls/${callId}/summary`).then(
          () => false,
          (error: unknown) => String(error).includes('not_found'),
        ),
    },
  },
  publish: async (workspace, contracts) => {
    const told = await analyseCall(workspace, contracts);
    const [item] = await actionItemsOf(workspace, told);
    await workspace.ask('PATCH', `/action-items/${item?.id ?? ''}`, { completed: true });
    const mute = newCallId();
    const example = exampleOf(contracts, 'call.transcribed');
    const data = { ...ofCall(example, mute), segments: [] };
    await workspace.tell({ topic: example.topic, key: mute, version: example.version, data });
    return { 'summary.ready': told, 'action_item.updated': told, 'summary.failed': mute };
  },
  states: {
    'an analysed call': async (workspace, contracts) => {
      const call = await analyseCall(workspace, contracts);
      const [item] = await actionItemsOf(workspace, call);
      return { call, action_item: item?.id ?? '' };
    },
  },
};

async function analyseCall(workspace: Workspace, contracts: Contracts): Promise<string> {
  const callId = newCallId();
  const example = exampleOf(contracts, 'call.transcribed');
  await workspace.tell({ topic: example.topic, key: callId, version: example.version, data: ofCall(example, callId) });
  await until(() => workspace.ask('GET', `/calls/${callId}/summary`), {
    timeoutMs: 90_000,
    intervalMs: 100,
    describe: 'the call to be analysed',
  });
  return callId;
}

async function actionItemsOf(workspace: Workspace, callId: string): Promise<readonly ActionItem[]> {
  return (await workspace.ask<{ data: ActionItem[] }>('GET', `/calls/${callId}/action-items`)).data;
}
