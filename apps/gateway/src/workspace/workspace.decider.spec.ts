import { erased } from '@ci/event-store';
import { specify } from '@ci/event-store/specification';
import { workspaceDecider, type WorkspaceSettings } from './workspace.decider.ts';
import type { WorkspaceEvent } from './workspace.events.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const created: WorkspaceEvent = {
  type: 'WorkspaceCreated',
  data: { workspaceId: 'wsp_1', timezone: 'Europe/Lisbon', createdAt: '2026-11-20T10:00:00.000Z' },
  personal: { name: 'Acme', domains: ['acme.example'] },
};
const settings: WorkspaceSettings = { name: 'Acme', timezone: 'Europe/Lisbon', domains: ['acme.example'] };
const create = (changes: Partial<WorkspaceSettings>) =>
  ({ type: 'CreateWorkspace', workspaceId: 'wsp_1', settings: { ...settings, ...changes }, now }) as const;

describe('a workspace', () => {
  it('is created with what was asked for, in one spelling', () => {
    specify(workspaceDecider)
      .given([])
      .when(create({ name: ' Acme ', domains: ['ACME.example', ' acme.example'] }))
      .then([created]);
  });

  it('is created once', () => {
    expect(() => workspaceDecider.decide(create({}), { settings })).toThrow(/exists already/);
  });

  it.each<[string, Partial<WorkspaceSettings>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['timezone', { timezone: '' }],
    ['domains', { domains: ['not a domain'] }],
    ['domains', { domains: ['localhost'] }],
    ['domains', { domains: ['https://acme.example'] }],
  ])('refuses a bad %s: %j', (field, changes) => {
    expect(() => workspaceDecider.decide(create(changes), { settings: null })).toThrow(new RegExp(`^${field} `));
  });

  it('changes one setting and keeps the others', () => {
    specify(workspaceDecider)
      .given([created])
      .when({ type: 'ChangeWorkspace', settings: { timezone: 'Asia/Tokyo' }, now })
      .then([
        {
          type: 'WorkspaceChanged',
          data: { timezone: 'Asia/Tokyo', changedAt: '2026-11-20T10:00:00.000Z' },
          personal: { name: 'Acme', domains: ['acme.example'] },
        },
      ]);
  });

  it('does not change to what it is', () => {
    specify(workspaceDecider)
      .given([created])
      .when({ type: 'ChangeWorkspace', settings: { name: 'Acme', domains: ['ACME.example'] }, now })
      .then([]);
  });

  it('that does not exist cannot change', () => {
    expect(() =>
      workspaceDecider.decide({ type: 'ChangeWorkspace', settings: { name: 'X' }, now }, { settings: null }),
    ).toThrow();
  });

  it('whose personal part is erased still has its time zone, and can be named anew', () => {
    specify(workspaceDecider)
      .given([{ ...created, personal: erased }])
      .when({ type: 'ChangeWorkspace', settings: { name: 'New' }, now })
      .then([
        {
          type: 'WorkspaceChanged',
          data: { timezone: 'Europe/Lisbon', changedAt: '2026-11-20T10:00:00.000Z' },
          personal: { name: 'New', domains: [] },
        },
      ]);
  });
});
