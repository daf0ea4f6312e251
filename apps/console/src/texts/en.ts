import { actionItems } from './en/action-items.ts';
import { call } from './en/call.ts';
import { calls } from './en/calls.ts';
import { coaching } from './en/coaching.ts';
import { contact, contacts } from './en/contacts.ts';
import { failures } from './en/failures.ts';
import { frame } from './en/frame.ts';
import { session } from './en/session.ts';
import { settings } from './en/settings.ts';
import { outcomes, shared } from './en/shared.ts';
import { timeZones, upload } from './en/upload.ts';
import { webhooks } from './en/webhooks.ts';

/** English, page by page: the catalog that every other language follows. */
export const texts = {
  actionItems,
  call,
  calls,
  coaching,
  contact,
  contacts,
  failures,
  frame,
  outcomes,
  session,
  settings,
  shared,
  timeZones,
  upload,
  webhooks,
} as const;

/** All texts of one language. A language that lacks one, or takes other values in it, does not compile. */
export type Catalog = typeof texts;
