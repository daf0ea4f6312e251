import { outcomes, type Outcome } from '@ci/contracts';
import { Description, IsInstant, PageQuery } from '@ci/http';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString } from 'class-validator';

/** Query of `GET /v1/calls`. */
export class ListCalls extends PageQuery {
  @Description('User ID of the sales rep.', 'user_dana')
  @IsOptional()
  @IsString()
  readonly rep_id?: string;

  @Description('Only calls with `created_at` at or after this instant.', '2026-11-01T00:00:00Z')
  @IsOptional()
  @IsInstant()
  readonly from?: Date;

  @Description('Only calls with `created_at` at or before this instant.', '2026-11-30T23:59:59Z')
  @IsOptional()
  @IsInstant()
  readonly to?: Date;

  @Description('Only calls with this outcome.', 'lost')
  @IsOptional()
  @IsIn(outcomes, { message: `must be one of ${outcomes.join(', ')}` })
  readonly outcome?: Outcome;

  @Description('Email address of the prospect, in any case.', 'marcus.webb@acme-logistics.example')
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
  @IsString()
  readonly prospect_email?: string;

  @Description('Id of the call in the system that it comes from.', 'zoom-92817')
  @IsOptional()
  @IsString()
  readonly external_id?: string;

  @Description('Only calls that changed at or after this instant.', '2026-11-20T09:00:00Z')
  @IsOptional()
  @IsInstant()
  readonly updated_since?: Date;
}
