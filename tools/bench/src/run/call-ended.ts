import { eventExamples } from '@ci/contracts';
import { newId, uuidv7 } from '@ci/ids';
import { encodeEnvelope } from '@ci/messaging';
import type { RawMessage } from '@ci/testing/system';

/** A call that has just been recorded, as ingestion's relay sends it; without an address it is a call with the example's prospect. */
export function callEnded(
  workspaceId: string,
  { email, title }: { readonly email?: string; readonly title?: string } = {},
): RawMessage {
  const topic = 'call.ended';
  const { call, prospect, ...example } = eventExamples[topic];
  const id = newId('call');
  const data = {
    ...example,
    call: { ...call, id, title: title ?? call.title },
    prospect: { ...prospect, email: email ?? prospect.email },
  };
  const source = '/ingestion';
  const envelope = { id: uuidv7(), topic, source, subject: id, workspaceId, time: new Date(), schemaVersion: 1 };
  return { topic, key: id, value: JSON.stringify(data), headers: encodeEnvelope(envelope) };
}
