import { Type, type Static } from 'typebox';
import { nullable, oneOf } from '../schema.ts';
import { CallDetailSchema, speakers } from './call.ts';

/** How an imported file was understood. */
const ImportReportSchema = Type.Object(
  {
    format: Type.String({ description: 'The recognized format.', examples: ['vtt'] }),
    speakers: Type.Array(
      Type.Object({
        name: nullable(
          Type.String({ description: 'Name in the file. `null` if it has none.', examples: ['Dana Reyes'] }),
        ),
        side: oneOf(speakers, { description: 'Side of the speaker.' }),
      }),
      { description: 'The speakers of the file and their sides.' },
    ),
    notes: Type.Array(Type.String(), {
      description: 'Differences between the file and the recorded call.',
      examples: [['2 cues without a speaker continue the speaker before']],
    }),
  },
  { description: 'How the file was read. `null` for a call that came as JSON.' },
);
export type ImportReport = Static<typeof ImportReportSchema>;

const nothing = Type.Null({ description: 'Always `null`: nothing is recorded.' });

/** What `dry_run` answers. */
export const CallPreviewSchema = Type.Object(
  { ...CallDetailSchema.properties, id: nothing, updated_at: nothing, import: nullable(ImportReportSchema) },
  { $id: 'CallPreview', description: 'A call as it would be recorded.' },
);
export type CallPreview = Static<typeof CallPreviewSchema>;
