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

/** Every word that a person reads, page by page. Another language is another file like this one. */
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
