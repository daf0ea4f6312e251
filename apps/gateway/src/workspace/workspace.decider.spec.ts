import { erased } from '@ci/domain';
import { specify } from '@ci/domain/specification';
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
    ...['', 'Acme', 'acme ltd', '-acme', 'acme-', 'wsp_1', 'x'.repeat(64)].map(
      (slug): [string, Partial<WorkspaceSettings>] => ['slug', { slug }],
    ),
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

  it('keeps its slug until an operator gives it another', () => {
    const slugged = { ...created, data: { ...created.data, slug: 'acme' } } as const;
    specify(workspaceDecider)
      .given([])
      .when(create({ slug: 'acme' }))
      .then([slugged]);
    const changed = (name: string, slug: string): WorkspaceEvent => ({
      type: 'WorkspaceChanged',
      data: { timezone: 'Europe/Lisbon', changedAt: '2026-11-20T10:00:00.000Z', slug },
      personal: { name, domains: ['acme.example'] },
    });
    specify(workspaceDecider)
      .given([slugged])
      .when({ type: 'ChangeWorkspace', settings: { name: 'Acme Ltd' }, now })
      .then([changed('Acme Ltd', 'acme')]);
    specify(workspaceDecider)
      .given([slugged])
      .when({ type: 'ChangeWorkspace', settings: { slug: 'acme-eu' }, now })
      .then([changed('Acme', 'acme-eu')]);
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
