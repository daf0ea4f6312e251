import { Description, PageQuery } from '@ci/http';
import { IsOptional, IsString } from 'class-validator';

/** Query of `GET /v1/contacts`. */
export class ListContacts extends PageQuery {
  @Description('Exact email address, in any case. Returns at most one contact.', 'marcus.webb@acme-logistics.example')
  @IsOptional()
  @IsString()
  readonly email?: string;
}
