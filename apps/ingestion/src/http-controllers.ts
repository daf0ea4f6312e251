import { CallDetailController } from './call-detail/call-detail.controller.ts';
import { CallListController } from './call-list/call-list.controller.ts';
import { ChangeCallController } from './change-call/change-call.controller.ts';
import { ImportCallController } from './import-call/import-call.controller.ts';
import { RecordCallController } from './record-call/record-call.controller.ts';
import { SwapSpeakersController } from './swap-speakers/swap-speakers.controller.ts';

/** What this service answers over HTTP. */
export const httpControllers = [
  RecordCallController,
  ImportCallController,
  CallListController,
  CallDetailController,
  ChangeCallController,
  SwapSpeakersController,
];
