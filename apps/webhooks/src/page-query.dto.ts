import { IsPageLimit } from '@ci/platform';
import { IsOptional, IsString } from 'class-validator';

export class PageQuery {
  @IsPageLimit()
  limit!: number;

  @IsOptional()
  @IsString()
  cursor?: string;
}
