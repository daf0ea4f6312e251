import type { CallPreview, ImportReport } from '@ci/contracts';
import { callResource } from '../call/call-resource.ts';
import { recordedCall } from '../call/call.state.ts';
import type { CallDraft } from './call-draft.ts';

/** The call as it would be recorded. It has no id, and nothing has happened to it. */
export function previewOf({ facts, content }: CallDraft, report: ImportReport | null): CallPreview {
  const call = recordedCall({ type: 'CallRecorded', data: { ...facts, call_id: '' }, personal: content });
  return {
    ...callResource(call, content, null),
    id: null,
    rep: { ...content.rep },
    prospect: { ...content.prospect },
    timezone: facts.timezone,
    metadata: content.metadata,
    speaker_mapping: facts.speaker_mapping,
    transcript: [...content.transcript],
    import: report,
  };
}
