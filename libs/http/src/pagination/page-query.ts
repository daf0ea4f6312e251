import { IsOptional, IsString } from 'class-validator';
import { Description, IsPageLimit } from '../validation/decorators.ts';

/** The parameters that every list has. */
export class PageQuery {
  @Description('Page size, in items.', 100)
  @IsPageLimit()
  readonly limit!: number;

  @Description('The `next_cursor` of the page before. Omit it for the first page.', 'eyJ2IjoxfQ.c2ln')
  @IsOptional()
  @IsString()
  readonly cursor?: string;
}
