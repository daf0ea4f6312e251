import type { Contact, ContactDetail } from '@ci/contracts';
import { until } from '@ci/testing';
import { exampleOf, ofCall, type Contracts } from '../contracts.ts';
import { newCallId } from '../new-call-id.ts';
import type { Workspace } from '../service-under-test.ts';
import type { ServiceScript } from './script.ts';

/** Contacts: people are made of the calls that events tell of. */
export const contacts: ServiceScript<'contacts'> = {
  service: 'contacts',
  consumes: {
    'call.ended': { effect: (workspace, callId) => historyEntry(workspace, callId) },
    'summary.ready': {
      before: endCall,
      effect: async (workspace, callId) => (await historyEntry(workspace, callId))?.coaching_score,
    },
    'call.updated': {
      before: endCall,
      effect: async (workspace, callId) => (await historyEntry(workspace, callId))?.outcome === 'won',
    },
    'call.deleted': {
      before: endCall,
      effect: async (workspace, callId) => (await historyEntry(workspace, callId)) === undefined,
    },
  },
  publish: async (workspace, contracts) => {
    await endCall(workspace, contracts);
    return { 'contact.created': (await onlyContact(workspace))?.id ?? '' };
  },
  states: {
    'a contact': async (workspace, contracts) => {
      await endCall(workspace, contracts);
      return { contact: (await onlyContact(workspace))?.id ?? '' };
    },
  },
};

async function endCall(workspace: Workspace, contracts: Contracts): Promise<string> {
  const callId = newCallId();
  const example = exampleOf(contracts, 'call.ended');
  await workspace.tell({ topic: example.topic, key: callId, version: example.version, data: ofCall(example, callId) });
  await until(() => onlyContact(workspace), { describe: 'the contact to be there' });
  return callId;
}

async function onlyContact(workspace: Workspace): Promise<Contact | undefined> {
  return (await workspace.ask<{ data: Contact[] }>('GET', '/contacts')).data[0];
}

async function historyEntry(workspace: Workspace, callId: string): Promise<ContactDetail['calls'][number] | undefined> {
  const contact = await onlyContact(workspace);
  if (contact === undefined) return undefined;
  const { calls } = await workspace.ask<ContactDetail>('GET', `/contacts/${contact.id}`);
  return calls.find(({ id }) => id === callId);
}
