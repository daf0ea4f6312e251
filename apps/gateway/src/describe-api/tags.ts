import type { PublicRoute } from '../admit/public-routes.ts';

/** The chapters of the description. */
export const tags = [
  { name: 'Calls', description: 'Recording calls and reading them back.' },
  { name: 'Summaries', description: 'What the analysis of a call found.' },
  { name: 'Action items', description: 'Who promised what until when.' },
  { name: 'Contacts', description: 'The prospects, with the history of their calls.' },
  { name: 'Webhooks', description: 'Events sent to an HTTPS address, signed by Standard Webhooks 1.0.0.' },
] as const;

type Tag = (typeof tags)[number]['name'];

export function tagOf({ path }: PublicRoute): Tag {
  if (/\/(summary|coaching)$/.test(path)) return 'Summaries';
  if (/(^|\/)action-items\b/.test(path)) return 'Action items';
  if (path.startsWith('contacts')) return 'Contacts';
  return path.startsWith('calls') ? 'Calls' : 'Webhooks';
}
