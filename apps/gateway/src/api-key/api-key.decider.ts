import type { Decider } from '@ci/event-store';
import { notFound } from '@ci/platform';
import type { ApiKeyEvent, KeyScope } from './api-key.events.ts';

export type ApiKeyCommand =
  | {
      readonly type: 'CreateKey';
      readonly keyId: string;
      readonly name: string;
      readonly scope: KeyScope;
      readonly now: Date;
    }
  | { readonly type: 'DeleteKey'; readonly now: Date };

export type ApiKeyState = { readonly status: 'none' | 'active' | 'deleted' };

/** A key is made once and deleted once; its scope never changes. */
export const apiKeyDecider: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = {
  initialState: () => ({ status: 'none' }),

  evolve: (_state, event) => ({ status: event.type === 'KeyCreated' ? 'active' : 'deleted' }),

  decide(command, state) {
    switch (command.type) {
      case 'CreateKey': {
        const { keyId, name, scope, now } = command;
        return [{ type: 'KeyCreated', data: { keyId, scope, createdAt: now.toISOString() }, personal: { name } }];
      }
      case 'DeleteKey':
        if (state.status !== 'active') throw notFound();
        return [{ type: 'KeyDeleted', data: { deletedAt: command.now.toISOString() } }];
    }
  },
};
