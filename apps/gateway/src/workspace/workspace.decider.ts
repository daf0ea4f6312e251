import { DomainError, invalidRequest, isErased, notFound, type Decider } from '@ci/domain';
import type { WorkspaceEvent } from './workspace.events.ts';

export interface WorkspaceSettings {
  /** What operators call it, unique; no member can set it. Absent: it is called by its id alone. */
  readonly slug?: string;
  /** As people see it. Others may be called the same. */
  readonly name: string;
  /** IANA time zone in which relative dates are read unless a call names its own. */
  readonly timezone: string;
  /** The workspace's own e-mail domains: attendees from these are not prospects. Lower case. */
  readonly domains: readonly string[];
}

export type WorkspaceCommand =
  | {
      readonly type: 'CreateWorkspace';
      readonly workspaceId: string;
      readonly settings: WorkspaceSettings;
      readonly now: Date;
    }
  | { readonly type: 'ChangeWorkspace'; readonly settings: Partial<WorkspaceSettings>; readonly now: Date };

export interface WorkspaceState {
  readonly settings: WorkspaceSettings | null;
}

export const workspaceDecider: Decider<WorkspaceState, WorkspaceCommand, WorkspaceEvent> = {
  initialState: () => ({ settings: null }),

  evolve({ settings }, { data, personal }) {
    const { name, domains } = isErased(personal) ? { name: '', domains: [] } : personal;
    return { settings: { ...slugIn(data.slug ?? settings?.slug), name, domains, timezone: data.timezone } };
  },

  decide(command, { settings }) {
    switch (command.type) {
      case 'CreateWorkspace': {
        if (settings) throw new DomainError('conflict', 'This workspace exists already.');
        const { slug, name, timezone, domains } = checked(command.settings);
        const { workspaceId, now } = command;
        return [
          {
            type: 'WorkspaceCreated',
            data: { workspaceId, timezone, createdAt: now.toISOString(), ...slugIn(slug) },
            personal: { name, domains },
          },
        ];
      }
      case 'ChangeWorkspace': {
        if (!settings) throw notFound();
        const next = checked({ ...settings, ...command.settings });
        if (isSame(next, settings)) return [];
        return [
          {
            type: 'WorkspaceChanged',
            data: { timezone: next.timezone, changedAt: command.now.toISOString(), ...slugIn(next.slug) },
            personal: { name: next.name, domains: next.domains },
          },
        ];
      }
    }
  },
};

const slugShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const domainShape = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

function isSame(one: WorkspaceSettings, other: WorkspaceSettings): boolean {
  const textOf = ({ slug, name, timezone, domains }: WorkspaceSettings) =>
    JSON.stringify([slug, name, timezone, domains]);
  return textOf(one) === textOf(other);
}

function slugIn(slug: string | undefined): Pick<WorkspaceSettings, 'slug'> {
  return slug === undefined ? {} : { slug };
}

function checked({ slug, name, timezone, domains }: WorkspaceSettings): WorkspaceSettings {
  const problems = [];
  if (slug !== undefined && !slugShape.test(slug))
    problems.push({ field: 'slug', message: 'must be 1 to 63 lower-case letters, digits and inner hyphens: acme-eu' });
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 200)
    problems.push({ field: 'name', message: 'must have 1 to 200 characters' });
  if (!isTimeZone(timezone))
    problems.push({ field: 'timezone', message: 'must be an IANA time zone, such as Europe/Lisbon' });
  const lower = [...new Set(domains.map((domain) => domain.trim().toLowerCase()))];
  for (const domain of lower) {
    if (!domainShape.test(domain)) problems.push({ field: 'domains', message: `"${domain}" is not a domain name` });
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return { ...slugIn(slug), name: trimmed, timezone, domains: lower };
}

function isTimeZone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
}
