import { erased, fold } from '@ci/domain';
import fc from 'fast-check';
import { apiKeyDecider, type ApiKeyCommand, type ApiKeyState } from './api-key.decider.ts';
import type { ApiKeyEvent } from './api-key.events.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const remove: ApiKeyCommand = { type: 'DeleteKey', now };
const commands = fc.array(
  fc.oneof(
    fc.constant(remove),
    fc.record({
      type: fc.constant('CreateKey' as const),
      keyId: fc.constant('key_1'),
      name: fc.constantFrom('Import', ' Import ', ''),
      scope: fc.constantFrom('read-only' as const, 'read-write' as const),
      now: fc.constant(now),
    }),
  ),
  { maxLength: 8 },
);

describe('laws of an API key', () => {
  it('what is replayed is what was lived, with and without its name', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { state, events } = live(given);
        const asStored = JSON.parse(JSON.stringify(events)) as ApiKeyEvent[];
        expect(fold(apiKeyDecider, apiKeyDecider.initialState(), asStored)).toEqual(state);
        const unnamed = events.map((event) => ('personal' in event ? { ...event, personal: erased } : event));
        expect(fold(apiKeyDecider, apiKeyDecider.initialState(), unnamed)).toEqual(state);
      }),
    );
  });

  it('it is created at most once and deleted at most once, in this order', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const types = live(given).events.map(({ type }) => type);
        expect([[], ['KeyCreated'], ['KeyCreated', 'KeyDeleted']]).toContainEqual(types);
      }),
    );
  });

  it('a deleted one stays deleted, whatever comes', () => {
    fc.assert(
      fc.property(commands, commands, (before, after) => {
        const gone = live([...before, remove]);
        fc.pre(gone.state.status === 'deleted');
        expect(live(after, gone.state).events).toEqual([]);
      }),
    );
  });

  it('it has the scope it was created with', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const created = live(given).events.find((event) => event.type === 'KeyCreated');
        const asked = given.find((command) => command.type === 'CreateKey' && command.name !== '');
        expect(created?.data.scope).toBe(asked?.type === 'CreateKey' ? asked.scope : undefined);
      }),
    );
  });
});

function live(given: readonly ApiKeyCommand[], from: ApiKeyState = apiKeyDecider.initialState()) {
  const events: ApiKeyEvent[] = [];
  let state = from;
  for (const command of given) {
    const decided = decidedOrRefused(command, state);
    state = fold(apiKeyDecider, state, decided);
    events.push(...decided);
  }
  return { state, events };
}

function decidedOrRefused(command: ApiKeyCommand, state: ApiKeyState): readonly ApiKeyEvent[] {
  try {
    return apiKeyDecider.decide(command, state);
  } catch {
    return [];
  }
}
