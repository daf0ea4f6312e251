import { Description, PageQuery } from '@ci/http';
import { IsOptional, IsString } from 'class-validator';

/** Query of `GET /v1/contacts`. */
export class ListContacts extends PageQuery {
  @Description('Exact address, in any case. Gives at most one contact.')
  @IsOptional()
  @IsString()
  readonly email?: string;
}
