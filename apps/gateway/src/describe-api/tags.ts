import type { PublicRoute } from '../admit/public-routes.ts';

/** The chapters of the description. */
export const tags = [
  { name: 'Calls', description: 'Record calls and read them.' },
  { name: 'Summaries', description: 'Read the results of the analysis of a call.' },
  { name: 'Action items', description: 'Read and complete what each side promised.' },
  { name: 'Contacts', description: 'Read prospects with the history of their calls.' },
  { name: 'Webhooks', description: 'Register HTTPS endpoints for events, signed by Standard Webhooks 1.0.0.' },
] as const;

type Tag = (typeof tags)[number]['name'];

export function tagOf({ path }: PublicRoute): Tag {
  if (/\/(summary|coaching)$/.test(path)) return 'Summaries';
  if (/(^|\/)action-items\b/.test(path)) return 'Action items';
  if (path.startsWith('contacts')) return 'Contacts';
  return path.startsWith('calls') ? 'Calls' : 'Webhooks';
}
