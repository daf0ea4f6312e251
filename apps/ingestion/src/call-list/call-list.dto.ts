import { outcomes, type Outcome } from '@ci/contracts';
import { IsInstant, IsPageLimit } from '@ci/http';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString } from 'class-validator';

/** Query of `GET /v1/calls`. */
export class ListCalls {
  @IsPageLimit()
  readonly limit!: number;

  @IsOptional()
  @IsString()
  readonly cursor?: string;

  @IsOptional()
  @IsString()
  readonly rep_id?: string;

  @IsOptional()
  @IsInstant()
  readonly from?: Date;

  @IsOptional()
  @IsInstant()
  readonly to?: Date;

  @IsOptional()
  @IsIn(outcomes, { message: `must be one of ${outcomes.join(', ')}` })
  readonly outcome?: Outcome;

  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
  @IsString()
  readonly prospect_email?: string;

  @IsOptional()
  @IsString()
  readonly external_id?: string;

  @IsOptional()
  @IsInstant()
  readonly updated_since?: Date;
}
