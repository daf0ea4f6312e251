import type { Candidate } from '../candidate.ts';
import type { Finding } from '../finding.ts';

/** Events in its own streams that the release before does not know. Whether it meets them is shown by the mixed versions alone. */
export async function storedEvents({ service, files, previous }: Candidate): Promise<readonly Finding[]> {
  if (previous === undefined) return [];
  const folder = `apps/${service}/golden-events/`;
  const before = await previous.files.files();
  const names = [...(await files.files()).keys()].filter(
    (file) => file.startsWith(folder) && /\.v\d+\.json$/.test(file),
  );
  const unknown = names.filter((file) => !before.has(file)).map((file) => file.slice(folder.length, -'.json'.length));
  if (unknown.length === 0) return [];
  const why = `${unknown.join(', ')}: it fails on a stream that holds one, so there is no way back (docs/runbooks/upgrade.md)`;
  return [{ answer: 'note', what: 'events that it stores', against: previous.name, why }];
}
