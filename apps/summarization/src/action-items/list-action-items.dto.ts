import { speakers, type Speaker } from '@ci/contracts';
import { IsFlag, IsPageLimit } from '@ci/http';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { IsCalendarDate } from './calendar-date.ts';
import { itemSorts, type ItemSort } from './item-orders.ts';

export class ListActionItems {
  @IsPageLimit()
  limit!: number;

  @ApiPropertyOptional({ type: String, description: 'next_cursor of the page before.' })
  @IsOptional()
  @IsString()
  cursor?: string;

  @ApiPropertyOptional({ enum: speakers, description: 'Only items of this side.' })
  @IsOptional()
  @IsIn(speakers, { message: `must be one of ${speakers.join(', ')}` })
  owner?: Speaker;

  @ApiPropertyOptional({ type: Boolean, description: 'Only items that are completed, or only those that are not.' })
  @IsOptional()
  @IsFlag()
  completed?: boolean;

  @ApiPropertyOptional({ type: String, format: 'date', description: 'Only items that are due before this day.' })
  @IsOptional()
  @IsCalendarDate()
  due_before?: string;

  @ApiPropertyOptional({
    enum: itemSorts,
    default: 'created_at',
    description: 'created_at: newest first. due_date: what is due first comes first, what has no date comes last.',
  })
  @IsOptional()
  @IsIn(itemSorts, { message: `must be one of ${itemSorts.join(', ')}` })
  sort: ItemSort = 'created_at';
}
