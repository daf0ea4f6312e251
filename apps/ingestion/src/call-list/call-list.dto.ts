import { outcomes, type Outcome } from '@ci/contracts';
import { Description, IsInstant, PageQuery } from '@ci/http';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString } from 'class-validator';

/** Query of `GET /v1/calls`. */
export class ListCalls extends PageQuery {
  @Description('Calls of this rep.')
  @IsOptional()
  @IsString()
  readonly rep_id?: string;

  @Description('Created at or after this instant.')
  @IsOptional()
  @IsInstant()
  readonly from?: Date;

  @Description('Created at or before this instant.')
  @IsOptional()
  @IsInstant()
  readonly to?: Date;

  @IsOptional()
  @IsIn(outcomes, { message: `must be one of ${outcomes.join(', ')}` })
  readonly outcome?: Outcome;

  @Description('In any case.')
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
  @IsString()
  readonly prospect_email?: string;

  @IsOptional()
  @IsString()
  readonly external_id?: string;

  @Description('Changed since this instant.')
  @IsOptional()
  @IsInstant()
  readonly updated_since?: Date;
}
