import { speakers, type Speaker } from '@ci/contracts';
import { Description, IsFlag, PageQuery } from '@ci/http';
import { IsIn, IsOptional } from 'class-validator';
import { IsCalendarDate } from './calendar-date.ts';
import { itemSorts, type ItemSort } from './item-orders.ts';

/** Query of `GET /v1/action-items`. */
export class ListActionItems extends PageQuery {
  @Description('Only items of this side.', 'rep')
  @IsOptional()
  @IsIn(speakers, { message: `must be one of ${speakers.join(', ')}` })
  readonly owner?: Speaker;

  @Description('`true`: only completed items. `false`: only open items.', false)
  @IsOptional()
  @IsFlag()
  readonly completed?: boolean;

  @Description('Only items with a due date before this date.', '2026-12-01')
  @IsOptional()
  @IsCalendarDate()
  readonly due_before?: string;

  @Description('`created_at`: newest first. `due_date`: earliest date first, items without a date last.', 'due_date')
  @IsIn(itemSorts, { message: `must be one of ${itemSorts.join(', ')}` })
  readonly sort: ItemSort = 'created_at';
}
