import type { InnerService } from '@ci/testing/system';
import { contacts } from './contacts.ts';
import { ingestion } from './ingestion.ts';
import type { ServiceScript } from './script.ts';
import { summarization } from './summarization.ts';
import { webhooks } from './webhooks.ts';

export const scripts: { readonly [Service in InnerService]: ServiceScript<Service> } = {
  ingestion,
  summarization,
  contacts,
  webhooks,
};
