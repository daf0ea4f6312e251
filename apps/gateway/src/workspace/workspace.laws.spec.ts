import { erased, fold } from '@ci/domain';
import fc from 'fast-check';
import { workspaceDecider, type WorkspaceCommand, type WorkspaceState } from './workspace.decider.ts';
import type { WorkspaceEvent } from './workspace.events.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const name = fc.constantFrom('Acme', ' Acme ', 'Globex', '');
const timezone = fc.constantFrom('Europe/Lisbon', 'Asia/Tokyo', 'Mars/Olympus');
const domains = fc.array(fc.constantFrom('acme.example', 'ACME.example', 'globex.example', 'no domain'), {
  maxLength: 3,
});
const change = fc
  .record({ name, timezone, domains }, { requiredKeys: [] })
  .map((settings): WorkspaceCommand & { type: 'ChangeWorkspace' } => ({ type: 'ChangeWorkspace', settings, now }));
const create = fc
  .record({ name, timezone, domains })
  .map((settings): WorkspaceCommand => ({ type: 'CreateWorkspace', workspaceId: 'wsp_1', settings, now }));
const commands = fc.array(fc.oneof(create, change), { maxLength: 12 });

describe('laws of a workspace', () => {
  it('what is replayed is what was lived', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { state, events } = live(given);
        const asStored = JSON.parse(JSON.stringify(events)) as WorkspaceEvent[];
        expect(fold(workspaceDecider, workspaceDecider.initialState(), asStored)).toEqual(state);
      }),
    );
  });

  it('is created once, before it is changed', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { events } = live(given);
        const types = events.map(({ type }) => type);
        expect(types).toEqual(types.map((_, index) => (index === 0 ? 'WorkspaceCreated' : 'WorkspaceChanged')));
      }),
    );
  });

  it('the same change again decides nothing', () => {
    fc.assert(
      fc.property(commands, change, (given, command) => {
        const { state } = live([...given, command]);
        expect(live([command], state).events).toEqual([]);
      }),
    );
  });

  it('changes of different settings lead to the same workspace in either order', () => {
    const valid = fc.record({
      name: fc.constantFrom('Globex', 'Initech'),
      timezone: fc.constantFrom('Asia/Tokyo', 'UTC'),
      domains: fc.subarray(['acme.example', 'globex.example']),
    });
    fc.assert(
      fc.property(commands, valid, (given, settings) => {
        const one = { type: 'ChangeWorkspace', settings: { name: settings.name }, now } as const;
        const other = {
          type: 'ChangeWorkspace',
          settings: { timezone: settings.timezone, domains: settings.domains },
          now,
        } as const;
        const { state } = live(given);
        fc.pre(state.settings !== null);
        expect(live([one, other], state).state).toEqual(live([other, one], state).state);
        expect(live([one, other], state).state).toEqual({ settings });
      }),
    );
  });

  it('what is refused or decided never leaves settings that are not allowed', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { settings } = live(given).state;
        if (settings === null) return;
        expect(settings.name).toMatch(/^(Acme|Globex)$/);
        expect(settings.timezone).not.toBe('Mars/Olympus');
        expect(settings.domains).toEqual([...new Set(settings.domains)].filter((domain) => /^[a-z.]+$/.test(domain)));
      }),
    );
  });

  it('an erased one loads with its time zone, and can be named anew', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { state, events } = live(given);
        fc.pre(state.settings !== null);
        const withoutNames = events.map((event) => ({ ...event, personal: erased }));
        const loaded = fold(workspaceDecider, workspaceDecider.initialState(), withoutNames);
        expect(loaded.settings).toEqual({ name: '', domains: [], timezone: state.settings.timezone });
        const renamed = live([{ type: 'ChangeWorkspace', settings: { name: 'New' }, now }], loaded);
        expect(renamed.events).toHaveLength(1);
      }),
    );
  });
});

function live(given: readonly WorkspaceCommand[], from: WorkspaceState = workspaceDecider.initialState()) {
  const events: WorkspaceEvent[] = [];
  let state = from;
  for (const command of given) {
    const decided = decidedOrRefused(command, state);
    state = fold(workspaceDecider, state, decided);
    events.push(...decided);
  }
  return { state, events };
}

function decidedOrRefused(command: WorkspaceCommand, state: WorkspaceState): readonly WorkspaceEvent[] {
  try {
    return workspaceDecider.decide(command, state);
  } catch {
    return [];
  }
}
