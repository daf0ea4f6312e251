import type { OutdatedCall, OutdatedSummaries } from '@ci/operations';
import { EmbeddedEngine } from '../engine/embedded-engine.ts';

const PAGE = 500;

/** Read from the summaries as they are shown: each says which engine made it. */
export const outdatedSummaries: OutdatedSummaries = {
  engineVersion: EmbeddedEngine.version,
  async *pages(dataSource, { isOutdated, workspaceId }) {
    let after = '';
    for (;;) {
      const rows = await dataSource.query<MadeRow[]>(selectMade, [after, workspaceId ?? null, PAGE]);
      const page = rows.filter(({ engine }) => isEmbedded(engine, isOutdated)).map(asCall);
      if (page.length > 0) yield page;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      after = last.call_id;
    }
  },
};

interface MadeRow {
  readonly call_id: string;
  readonly workspace_id: string;
  readonly revision: number;
  /** JSON. */
  readonly engine: string | null;
}

function isEmbedded(engine: string | null, isOutdated: (version: string) => boolean): boolean {
  if (engine === null) return false;
  const { name, version } = JSON.parse(engine) as { readonly name: string; readonly version: string };
  return name === 'embedded' && isOutdated(version);
}

const asCall = ({ call_id: callId, workspace_id: workspaceId, revision }: MadeRow): OutdatedCall => ({
  workspaceId,
  callId,
  revision,
});

/**
 * A quote in a text is escaped, so that these letters begin the engine and nothing that was said. Not by a cast to json: that refuses some of
 * what a text may hold. What failed since keeps its summary, and is tried again.
 */
const selectMade = `
  SELECT call_id, workspace_id, requested_revision AS revision, substring(summary FROM '"engine":(\\{[^{}]*\\})') AS engine FROM analyses
  WHERE call_id > $1 AND ($2::text IS NULL OR workspace_id = $2) AND summary IS NOT NULL AND status <> 'pending'
  ORDER BY call_id LIMIT $3`;
