import { ContactDetailController } from './contact-detail/contact-detail.controller.ts';
import { ContactListController } from './contact-list/contact-list.controller.ts';
import { ForgetCallController } from './forget-call/forget-call.controller.ts';

/** What this service answers over HTTP. */
export const httpControllers = [ContactListController, ContactDetailController, ForgetCallController];
