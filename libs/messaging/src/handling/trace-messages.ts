import { beginSpan, isTracing } from '@ci/observability';
import type { ReadableMessage } from './consumer-context.ts';

/** Messages with what follows from them hanging on their handling, while traces are collected. */
export interface TracedMessages {
  readonly messages: readonly ReadableMessage[];
  readonly end: (how: { readonly failed: boolean }) => void;
}

/** What a handler does with a message follows from its handling, and that from its sending. `beganAt`: by `traceClock`. */
export function traceMessages(messages: readonly ReadableMessage[], beganAt?: number): TracedMessages {
  if (!isTracing()) return { messages, end: () => undefined };
  const traced = messages.map(({ message, data }) => {
    const { topic, key, traceparent: parent } = message;
    const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': topic, 'ci.key': key ?? '' };
    const span = beginSpan(`process ${topic}`, { kind: 'consumer', parent, attributes, beganAt });
    const { traceparent } = span;
    return { span, data, message: traceparent === undefined ? message : { ...message, traceparent } };
  });
  return {
    messages: traced,
    end: (how) => {
      for (const { span } of traced) span.end(how);
    },
  };
}
