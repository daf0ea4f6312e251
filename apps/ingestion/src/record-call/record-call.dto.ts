import { Description, IsFlag } from '@ci/http';

/** Query of `POST /v1/calls`. */
export class RecordCallQuery {
  @Description('`true`: returns the call as it would be recorded, and records nothing.')
  @IsFlag()
  readonly dry_run: boolean = false;
}
