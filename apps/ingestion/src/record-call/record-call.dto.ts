import { IsFlag } from '@ci/http';
import { IsOptional } from 'class-validator';

/** Query of `POST /v1/calls`. */
export class RecordCallQuery {
  @IsOptional()
  @IsFlag()
  readonly dry_run?: boolean;
}
