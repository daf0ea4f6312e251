import { IsOptional, IsString } from 'class-validator';
import { Description, IsPageLimit } from '../validation/decorators.ts';

/** The parameters that every list has. */
export class PageQuery {
  @Description('Page size.')
  @IsPageLimit()
  readonly limit!: number;

  @Description('The `next_cursor` of the page before.')
  @IsOptional()
  @IsString()
  readonly cursor?: string;
}
