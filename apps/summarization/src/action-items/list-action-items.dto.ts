import { speakers, type Speaker } from '@ci/contracts';
import { Description, IsFlag, PageQuery } from '@ci/http';
import { IsIn, IsOptional } from 'class-validator';
import { IsCalendarDate } from './calendar-date.ts';
import { itemSorts, type ItemSort } from './item-orders.ts';

/** Query of `GET /v1/action-items`. */
export class ListActionItems extends PageQuery {
  @Description('Only items of this side.')
  @IsOptional()
  @IsIn(speakers, { message: `must be one of ${speakers.join(', ')}` })
  readonly owner?: Speaker;

  @Description('Only items that are completed, or only those that are not.')
  @IsOptional()
  @IsFlag()
  readonly completed?: boolean;

  @Description('Only items that are due before this day.')
  @IsOptional()
  @IsCalendarDate()
  readonly due_before?: string;

  @Description('created_at: newest first. due_date: what is due first comes first, what has no date comes last.')
  @IsIn(itemSorts, { message: `must be one of ${itemSorts.join(', ')}` })
  readonly sort: ItemSort = 'created_at';
}
