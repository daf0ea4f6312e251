import { DomainError, invalidRequest, notFound, type Decider } from '@ci/domain';
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
        if (state.status !== 'none') throw new DomainError('conflict', 'This key exists already.');
        const { keyId, scope, now } = command;
        const personal = { name: checkedName(command.name) };
        return [{ type: 'KeyCreated', data: { keyId, scope, createdAt: now.toISOString() }, personal }];
      }
      case 'DeleteKey':
        if (state.status !== 'active') throw notFound();
        return [{ type: 'KeyDeleted', data: { deletedAt: command.now.toISOString() } }];
    }
  },
};

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 200)
    throw invalidRequest([{ field: 'name', message: 'must have 1 to 200 characters' }]);
  return trimmed;
}
