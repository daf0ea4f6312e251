import { subscribableEventTypes, type SubscribableEventType } from '@ci/contracts';
import { invalidRequest, type ErrorDetail } from '@ci/domain';
import { findUnstorableText } from '@ci/validation';
import type { AddressPolicy } from '../webhook-endpoint/address-policy.ts';
import { endpointUrlProblem } from '../webhook-endpoint/endpoint-url.ts';

const MAX_DESCRIPTION_CHARACTERS = 500;

export interface EndpointFields {
  readonly url: string;
  readonly events: readonly SubscribableEventType[];
  readonly description: string | null;
}

export type EndpointChange = Partial<EndpointFields> & { readonly status?: 'active' | 'disabled' };

/** Reads the body of POST /webhooks; throws with everything that is wrong with it. Unknown fields are ignored. */
export function readRegistration(body: unknown, policy: AddressPolicy): EndpointFields {
  const fields = fieldsOf(body);
  const details: ErrorDetail[] = [
    ...unstorable(fields),
    ...urlDetails(fields['url'], policy),
    ...eventsDetails(fields['events']),
    ...(fields['description'] === undefined ? [] : descriptionDetails(fields['description'])),
  ];
  if (details.length > 0) throw invalidRequest(details);
  return {
    url: fields['url'] as string,
    events: eventsOf(fields['events']),
    description: descriptionOf(fields['description']),
  };
}

/** Reads the body of PATCH /webhooks/{id}: any of the fields, and the status. */
export function readChange(body: unknown, policy: AddressPolicy): EndpointChange {
  const { url, events, description, status, ...others } = fieldsOf(body);
  const details: ErrorDetail[] = [
    ...unstorable({ url, events, description, status, ...others }),
    ...(url === undefined ? [] : urlDetails(url, policy)),
    ...(events === undefined ? [] : eventsDetails(events)),
    ...(description === undefined ? [] : descriptionDetails(description)),
    ...(status === undefined ? [] : statusDetails(status)),
  ];
  if (details.length > 0) throw invalidRequest(details);
  return {
    ...(url === undefined ? {} : { url: url as string }),
    ...(events === undefined ? {} : { events: eventsOf(events) }),
    ...(description === undefined ? {} : { description: descriptionOf(description) }),
    ...(status === undefined ? {} : { status: status as 'active' | 'disabled' }),
  };
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw invalidRequest([{ field: 'body', message: 'must be a JSON object' }]);
}

function unstorable(fields: object): ErrorDetail[] {
  const field = findUnstorableText(fields);
  return field === undefined ? [] : [{ field, message: 'must not contain NUL or unpaired surrogates' }];
}

function urlDetails(url: unknown, policy: AddressPolicy): ErrorDetail[] {
  const message = typeof url === 'string' ? endpointUrlProblem(url, policy) : 'must be an absolute https:// URL';
  return message === undefined ? [] : [{ field: 'url', message }];
}

function eventsDetails(events: unknown): ErrorDetail[] {
  const valid = subscribableEventTypes.join(', ');
  if (!Array.isArray(events) || events.length === 0) {
    return [{ field: 'events', message: `must be an array of at least one of ${valid}` }];
  }
  return events.flatMap((type: unknown, index) =>
    isSubscribable(type) ? [] : [{ field: `events[${index}]`, message: `must be one of ${valid}` }],
  );
}

function descriptionDetails(description: unknown): ErrorDetail[] {
  if (description === null) return [];
  if (typeof description !== 'string') return [{ field: 'description', message: 'must be a string or null' }];
  if (description.length <= MAX_DESCRIPTION_CHARACTERS) return [];
  return [{ field: 'description', message: `must have at most ${MAX_DESCRIPTION_CHARACTERS} characters` }];
}

function statusDetails(status: unknown): ErrorDetail[] {
  if (status === 'active' || status === 'disabled') return [];
  return [{ field: 'status', message: 'must be active or disabled' }];
}

/** A type named twice counts once. */
function eventsOf(events: unknown): readonly SubscribableEventType[] {
  return [...new Set(events as readonly SubscribableEventType[])];
}

/** Absent values are null, never "". */
function descriptionOf(description: unknown): string | null {
  return typeof description === 'string' && description.trim() !== '' ? description : null;
}

function isSubscribable(type: unknown): type is SubscribableEventType {
  return (subscribableEventTypes as readonly unknown[]).includes(type);
}
