import path from 'node:path';
import { installGoTool } from '@ci/tools-interfaces/go-tools';
import { incompatibleChanges } from '@ci/tools-interfaces/api-compatibility';
import { releasedDocuments } from '@ci/tools-interfaces/api-documents';
import type { Candidate } from '../candidate.ts';
import { findingsOf, type Finding } from '../finding.ts';

/** Of the gateway: clients of every document that was released go on working. */
export async function apiDocument(
  { workspace, service }: Candidate,
  say: (line: string) => void,
): Promise<readonly Finding[]> {
  if (service !== 'gateway') return [];
  const documents = await releasedDocuments(path.join(workspace, 'docs', 'released'));
  const comparison = await installGoTool(workspace, 'oasdiff', say);
  const compared = documents.map(async (document) => {
    const changes = await incompatibleChanges(comparison, document, path.join(workspace, 'docs', 'openapi.json'));
    return findingsOf({
      what: 'the public API',
      against: path.basename(document, '.json'),
      fine: 'its clients go on working',
      problems: changes === '' ? [] : [changes],
      remedy: 'make the change compatible, or a new version of the API',
    });
  });
  return (await Promise.all(compared)).flat();
}
