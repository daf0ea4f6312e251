import type { ChangeWebhook, RegisterWebhook, SubscribableEventType } from '@ci/contracts';
import type { FurtherProblems } from '@ci/validation';
import type { AddressPolicy } from '../webhook-endpoint/address-policy.ts';
import { endpointUrlProblem } from '../webhook-endpoint/endpoint-url.ts';

export interface EndpointFields {
  readonly url: string;
  readonly events: readonly SubscribableEventType[];
  readonly description: string | null;
}

export type EndpointChange = Partial<EndpointFields> & Pick<ChangeWebhook, 'status'>;

export function registrationOf({ url, events, description }: RegisterWebhook): EndpointFields {
  return { url, events: eventsOf(events), description: descriptionOf(description) };
}

export function changeOf({ url, events, description, status }: ChangeWebhook): EndpointChange {
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: eventsOf(events) }),
    ...(description === undefined ? {} : { description: descriptionOf(description) }),
    ...(status === undefined ? {} : { status }),
  };
}

/** What the schema of a body cannot say of its URL. */
export function urlProblems(policy: AddressPolicy): FurtherProblems {
  return ({ url }) => {
    const message = typeof url === 'string' ? endpointUrlProblem(url, policy) : undefined;
    return message === undefined ? [] : [{ field: 'url', message }];
  };
}

/** A type named twice counts once. */
function eventsOf(events: readonly SubscribableEventType[]): readonly SubscribableEventType[] {
  return [...new Set(events)];
}

/** Absent values are null, never "". */
function descriptionOf(description: string | null | undefined): string | null {
  return typeof description === 'string' && description.trim() !== '' ? description : null;
}
