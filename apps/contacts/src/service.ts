import { createService } from '@ci/service';
import { readConfig, SERVICE } from './config.ts';
import { ContactDetailController } from './contact-detail/contact-detail.controller.ts';
import { ContactListController } from './contact-list/contact-list.controller.ts';
import { access } from './database/access.ts';
import { entities, migrations } from './database/schema.ts';
import { ForgetCallController } from './forget-call/forget-call.controller.ts';
import { ContactCommandHandler } from './handle-command/contact.command-handler.ts';
import { deletedCallsPruning } from './handle-command/deleted-calls.ts';
import { OnCallDeleted } from './on-call-deleted/on-call-deleted.consumer.ts';
import { OnCallEnded } from './on-call-ended/on-call-ended.consumer.ts';
import { OnCallUpdated } from './on-call-updated/on-call-updated.consumer.ts';
import { OnSummaryReady } from './on-summary-ready/on-summary-ready.consumer.ts';
import { operations } from './operations.ts';

export const service = createService({
  name: SERVICE,
  readConfig,
  database: { entities, migrations, access },
  operations,
  api: { title: 'Contacts' },
  controllers: [ContactListController, ContactDetailController, ForgetCallController],
  consumers: [OnCallEnded, OnSummaryReady, OnCallUpdated, OnCallDeleted],
  parts: ({ config }) => ({
    providers: [ContactCommandHandler],
    pruning: [deletedCallsPruning(config.INBOX_RETENTION_DAYS)],
  }),
});
