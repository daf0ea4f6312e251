import { v5 as uuidv5 } from 'uuid';

/** Names of this project's ids; a version 5 UUID needs its own namespace. */
export const MESSAGE_NAMESPACE = '5ad8f1c8-6f0e-5c1b-9d63-2f8f6a7f4f11';

/** The id of the message that announces a stored event on a topic: the same one whenever it is made again from that event. */
export function messageIdOf(eventId: string, topic: string): string {
  return uuidv5(`${eventId}/${topic}`, MESSAGE_NAMESPACE);
}
