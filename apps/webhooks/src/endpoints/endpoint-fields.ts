import {
  ChangeWebhookSchema,
  RegisterWebhookSchema,
  type ChangeWebhook,
  type RegisterWebhook,
  type SubscribableEventType,
} from '@ci/contracts';
import { compileSchema, type FurtherProblems } from '@ci/validation';
import type { AddressPolicy } from '../webhook-endpoint/address-policy.ts';
import { endpointUrlProblem } from '../webhook-endpoint/endpoint-url.ts';

export interface EndpointFields {
  readonly url: string;
  readonly events: readonly SubscribableEventType[];
  readonly description: string | null;
}

export type EndpointChange = Partial<EndpointFields> & Pick<ChangeWebhook, 'status'>;

const checkRegistration = compileSchema<RegisterWebhook>({ ...RegisterWebhookSchema });
const checkChange = compileSchema<ChangeWebhook>({ ...ChangeWebhookSchema });

/** Reads the body of POST /webhooks; throws with everything that is wrong with it. Unknown fields are ignored. */
export function readRegistration(body: unknown, policy: AddressPolicy): EndpointFields {
  const { url, events, description } = checkRegistration(body, urlProblems(policy));
  return { url, events: eventsOf(events), description: descriptionOf(description) };
}

/** Reads the body of PATCH /webhooks/{id}: any of the fields, and the status. */
export function readChange(body: unknown, policy: AddressPolicy): EndpointChange {
  const { url, events, description, status } = checkChange(body, urlProblems(policy));
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: eventsOf(events) }),
    ...(description === undefined ? {} : { description: descriptionOf(description) }),
    ...(status === undefined ? {} : { status }),
  };
}

function urlProblems(policy: AddressPolicy): FurtherProblems {
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
