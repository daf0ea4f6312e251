import { idempotencyKeyPruning } from '@ci/http';
import { createService, idempotencyProvider } from '@ci/service';
import { CallDetailController } from './call-detail/call-detail.controller.ts';
import { CallListController } from './call-list/call-list.controller.ts';
import { ChangeCallController } from './change-call/change-call.controller.ts';
import { readConfig, SERVICE } from './config.ts';
import { access } from './database/access.ts';
import { entities, migrations } from './database/schema.ts';
import { ImportCallController } from './import-call/import-call.controller.ts';
import { acceptForms } from './import-call/uploaded-file.ts';
import { OnSummaryFailed } from './on-summary-failed/on-summary-failed.consumer.ts';
import { OnSummaryReady } from './on-summary-ready/on-summary-ready.consumer.ts';
import { operations } from './operations.ts';
import { keptTranscripts } from './publish/call.integration-events.ts';
import { RecordCallController } from './record-call/record-call.controller.ts';
import { RecordCallHandler } from './record-call/record-call.command-handler.ts';
import { SwapSpeakersController } from './swap-speakers/swap-speakers.controller.ts';

export const service = createService({
  name: SERVICE,
  readConfig,
  database: { entities, migrations, access },
  operations,
  api: { title: 'Calls' },
  controllers: [
    RecordCallController,
    ImportCallController,
    CallListController,
    CallDetailController,
    ChangeCallController,
    SwapSpeakersController,
  ],
  consumers: [OnSummaryReady, OnSummaryFailed],
  parts: () => ({
    providers: [RecordCallHandler, idempotencyProvider],
    pruning: [idempotencyKeyPruning],
    kept: keptTranscripts,
  }),
  prepare: acceptForms,
});
