import { ActionItemListController } from './action-items/action-item-list.controller.ts';
import { CallActionItemsController } from './action-items/call-action-items.controller.ts';
import { CallCoachingController } from './call-coaching/call-coaching.controller.ts';
import { CallSummaryController } from './call-summary/call-summary.controller.ts';
import { ChangeActionItemController } from './change-action-item/change-action-item.controller.ts';
import { ForgetCallController } from './forget-call/forget-call.controller.ts';

/** What this service answers over HTTP. */
export const httpControllers = [
  CallSummaryController,
  CallCoachingController,
  CallActionItemsController,
  ActionItemListController,
  ChangeActionItemController,
  ForgetCallController,
];
