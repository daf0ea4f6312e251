import { IsPageLimit } from '@ci/platform';
import { IsOptional, IsString } from 'class-validator';

export class ListDeliveries {
  @IsPageLimit()
  limit!: number;

  @IsOptional()
  @IsString()
  cursor?: string;
}
