import { Description, IsFlag } from '@ci/http';

/** Query of `POST /v1/calls`. */
export class RecordCallQuery {
  @Description('`true`: returns what would happen, and stores and sends nothing.', true)
  @IsFlag()
  readonly dry_run: boolean = false;
}
