import { ContactSchema, type Contact } from '@ci/contracts';
import { ApiErrors, ApiPage, decodeCursor, pageOf, QueryOf, type CursorContext, type Page } from '@ci/http';
import { CurrentCaller, visibleReps, type Caller } from '@ci/security';
import { CONFIG } from '@ci/service';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import type { ContactsConfig } from '../config.ts';
import { contactResource } from '../contact-rows/contact-resource.ts';
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
      keysetOf: ({ createdAt, id }) => ({ createdAt, id }),
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
  ): Promise<ContactRow[]> {
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
    if (reps === undefined) return rows.getMany();
    const own = () =>
      rows
        .subQuery()
        .from(ContactCallRow, 'call')
        .where(`call.streamId = contact.streamId AND call.workspaceId = contact.workspaceId AND ${ofReps('call')}`);
    rows
      .addSelect(own().select('CAST(count(*) AS int)').getQuery(), 'own_count')
      .addSelect(own().select('max(call.createdAt)').getQuery(), 'own_latest')
      .andWhere(`EXISTS ${own().select('1').getQuery()}`)
      .setParameter('reps', reps);
    const { raw, entities } = await rows.getRawAndEntities<{ own_count: number; own_latest: Date }>();
    return entities.map((row, at) =>
      Object.assign(row, { callCount: raw[at]?.own_count ?? 0, lastCallAt: raw[at]?.own_latest ?? null }),
    );
  }
}
