import { ContactSchema, type Contact } from '@ci/contracts';
import { selected } from '@ci/database';
import { ApiErrors, ApiPage, decodeCursor, newestRows, pageOf, QueryOf, type CursorContext, type Page } from '@ci/http';
import { CurrentCaller, visibleReps, type Caller } from '@ci/security';
import { CONFIG } from '@ci/service';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import type { ContactsConfig } from '../config.ts';
import { contactResource, type ShownContact } from '../contact-rows/contact-resource.ts';
import { ContactCallRow } from '../contact-rows/contact-call.entity.ts';
import { ContactRow } from '../contact-rows/contact.entity.ts';
import { ofReps } from '../contact-rows/of-reps.ts';
import { ListContacts } from './list-contacts.dto.ts';

@Controller('v1/contacts')
export class ContactListController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: ContactsConfig,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listContacts', summary: 'Contacts of the workspace, newest first' })
  @ApiPage(ContactSchema, 'getContact')
  @ApiErrors('invalid_request', 'unauthorized', 'rate_limited')
  async list(
    @QueryOf(ListContacts) query: ListContacts,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<Contact>> {
    const context = { list: 'contacts', workspaceId: caller.workspace.id, keys: this.config.CURSOR_KEYS };
    return pageOf(await this.#rows(query, context, visibleReps(caller)), {
      ...context,
      limit: query.limit,
      keysetOf: (row) => row,
      toItem: contactResource,
      request,
      reply,
    });
  }

  /** One row more than the page shows. To a rep a contact is what their own calls amount to. */
  async #rows(
    { limit, cursor, email }: ListContacts,
    context: CursorContext,
    reps: readonly string[] | undefined,
  ): Promise<ShownContact[]> {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, context);
    const rows = this.dataSource.createQueryBuilder().select(shown).from(ContactRow, 'contact');
    rows.where('contact.workspaceId = :workspaceId', { workspaceId: context.workspaceId });
    if (email !== undefined) rows.andWhere('contact.email = :email', { email: email.trim().toLowerCase() });
    if (reps === undefined) rows.addSelect(counters);
    else {
      const own = () =>
        rows
          .subQuery()
          .from(ContactCallRow, 'call')
          .where(`call.streamId = contact.streamId AND call.workspaceId = contact.workspaceId AND ${ofReps('call')}`);
      rows
        .addSelect(own().select('CAST(count(*) AS int)').getQuery(), 'callCount')
        .addSelect(own().select('max(call.createdAt)').getQuery(), 'lastCallAt')
        .andWhere(`EXISTS ${own().select('1').getQuery()}`, { reps });
    }
    return newestRows<ShownContact>(this.dataSource, rows, { after, limit });
  }
}

const shown = selected(ContactRow, 'contact', ['id', 'email', 'name', 'company', 'createdAt']);
const counters = selected(ContactRow, 'contact', ['callCount', 'lastCallAt']);
