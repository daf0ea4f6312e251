import type { SubscribedEvent } from '../../api/webhooks.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.webhooks.form;

export interface WebhookForm {
  readonly url: string;
  readonly description: string;
  readonly events: readonly SubscribedEvent[];
}

/** Only what is surely wrong: the service decides. */
export const webhookFormRules = {
  url: (url: string) => (isHttps(url) ? null : words.urlMissing),
  events: (events: readonly SubscribedEvent[]) => (events.length === 0 ? words.eventsMissing : null),
};

/** What is sent of a form that was filled in. */
export function bodyOf({ url, description, events }: WebhookForm) {
  return { url: url.trim(), description: description.trim() === '' ? null : description.trim(), events: [...events] };
}

function isHttps(text: string): boolean {
  return URL.canParse(text.trim()) && new URL(text.trim()).protocol === 'https:';
}
