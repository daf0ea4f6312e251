import { openApiSchemas, type CallDetail } from '@ci/contracts';
import type { MappedSpeaker } from '@ci/transcripts';
import { callResource } from '../call/call-resource.ts';
import { recordedCall } from '../call/call.state.ts';
import type { CallDraft } from './call-draft.ts';

/** How an imported file was understood. */
export interface ImportReport {
  readonly format: string;
  readonly speakers: readonly MappedSpeaker[];
  /** What was read differently from how it stands in the file. */
  readonly notes: readonly string[];
}

/** What `dry_run` answers: the call as it would be recorded. It has no id, and nothing has happened to it. */
export interface CallPreview extends Omit<CallDetail, 'id' | 'updated_at'> {
  readonly id: null;
  readonly updated_at: null;
  readonly import: ImportReport | null;
}

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

const nothing = { type: 'null', description: 'Always `null`: nothing is recorded.' };
const detail = openApiSchemas['CallDetail'] as { readonly properties: object; readonly required: readonly string[] };

/** The preview in the API description. */
export const callPreviewSchema = {
  type: 'object',
  description: 'A call as it would be recorded.',
  required: [...detail.required, 'import'],
  properties: {
    ...detail.properties,
    id: nothing,
    updated_at: nothing,
    import: {
      description: 'How the file was read. `null` for a call that came as JSON.',
      type: ['object', 'null'],
      required: ['format', 'speakers', 'notes'],
      properties: {
        format: { type: 'string', description: 'The recognized format.', examples: ['vtt'] },
        speakers: {
          type: 'array',
          description: 'The speakers of the file and their sides.',
          items: {
            type: 'object',
            required: ['name', 'side'],
            properties: {
              name: {
                type: ['string', 'null'],
                description: 'Name in the file. `null` if it has none.',
                examples: ['Dana Reyes'],
              },
              side: { type: 'string', enum: ['rep', 'prospect'], description: 'Side of the speaker.' },
            },
          },
        },
        notes: {
          type: 'array',
          description: 'Differences between the file and the recorded call.',
          items: { type: 'string' },
          examples: [['2 cues without a speaker continue the speaker before']],
        },
      },
    },
  },
};
