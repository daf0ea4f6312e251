import type { Contact } from '@ci/contracts';
import {
  ApiErrors,
  ApiPage,
  CurrentCaller,
  decodeCursor,
  pageOf,
  queryPipe,
  type Caller,
  type CursorContext,
  type Page,
} from '@ci/platform';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { CONFIG, type ContactsConfig } from '../config.ts';
import { contactResource } from '../contact-rows/contact-resource.ts';
import { ContactRow } from '../contact-rows/contact.entity.ts';
import { ListContacts } from './list-contacts.dto.ts';

@Controller('v1/contacts')
export class ContactListController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: ContactsConfig,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listContacts', summary: 'Contacts of the workspace, newest first' })
  @ApiPage('Contact', 'getContact')
  @ApiErrors('invalid_request', 'unauthorized', 'rate_limited')
  async list(
    @Query(queryPipe(ListContacts)) query: ListContacts,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<Contact>> {
    const context = { list: 'contacts', workspaceId: caller.workspace.id, keys: this.config.CURSOR_KEYS };
    return pageOf(await this.#rows(query, context), {
      ...context,
      limit: query.limit,
      keysetOf: ({ createdAt, id }) => ({ createdAt, id }),
      toItem: contactResource,
      request,
      reply,
    });
  }

  /** One row more than the page shows. */
  #rows({ limit, cursor, email }: ListContacts, context: CursorContext): Promise<ContactRow[]> {
    const rows = this.dataSource
      .getRepository(ContactRow)
      .createQueryBuilder('contact')
      .where('contact.workspaceId = :workspaceId', { workspaceId: context.workspaceId })
      .orderBy('contact.createdAt', 'DESC')
      .addOrderBy('contact.id', 'DESC')
      .limit(limit + 1);
    if (email !== undefined) rows.andWhere('contact.email = :email', { email: email.trim().toLowerCase() });
    if (cursor !== undefined) {
      const after = decodeCursor(cursor, context);
      rows.andWhere('(contact.createdAt, contact.id) < (:createdAt, :id)', { ...after });
    }
    return rows.getMany();
  }
}
