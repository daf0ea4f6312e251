import { IsPageLimit } from '@ci/http';
import { IsOptional, IsString } from 'class-validator';

export class PageQuery {
  @IsPageLimit()
  limit!: number;

  @IsOptional()
  @IsString()
  cursor?: string;
}
