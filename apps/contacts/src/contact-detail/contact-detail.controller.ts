import type { ContactDetail } from '@ci/contracts';
import { notFound } from '@ci/domain';
import { ApiAnswer, ApiErrors, CurrentCaller, NoQuery, queryPipe, linksTo, type Caller } from '@ci/platform';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { ContactCallRow } from '../contact-rows/contact-call.entity.ts';
import { contactCallResource, contactResource } from '../contact-rows/contact-resource.ts';
import { ContactRow } from '../contact-rows/contact.entity.ts';

type ContactWithCalls = ContactRow & { readonly calls: readonly ContactCallRow[] };

@Controller('v1/contacts')
export class ContactDetailController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Get(':id')
  @ApiOperation({ operationId: 'getContact', summary: 'A contact with its calls, newest first' })
  @ApiAnswer(200, 'ContactDetail', 'The contact.', { links: linksTo('/calls/0/id', 'getCall', 'getCallSummary') })
  @ApiErrors('unauthorized', 'not_found', 'rate_limited')
  async get(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Query(queryPipe(NoQuery)) _query: NoQuery,
  ): Promise<ContactDetail> {
    const contact = await this.contactWithCalls(id, caller.workspace.id);
    if (!contact) throw notFound();
    return { ...contactResource(contact), calls: contact.calls.map(contactCallResource) };
  }

  /** In one statement, so that counter and history agree with each other. */
  private contactWithCalls(id: string, workspaceId: string): Promise<ContactWithCalls | null> {
    return this.dataSource
      .createQueryBuilder(ContactRow, 'contact')
      .leftJoinAndMapMany(
        'contact.calls',
        ContactCallRow,
        'call',
        'call.streamId = contact.streamId AND call.createdAt IS NOT NULL',
      )
      .where({ id, workspaceId })
      .orderBy({ 'call.createdAt': 'DESC', 'call.callId': 'DESC' })
      .getOne() as Promise<ContactWithCalls | null>;
  }
}
