import { ContactDetailSchema, type ContactDetail } from '@ci/contracts';
import { notFound } from '@ci/domain';
import { ApiAnswer, ApiErrors, NoQuery, QueryOf, linksTo } from '@ci/http';
import { CurrentCaller, visibleReps, type Caller } from '@ci/security';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { ContactCallRow } from '../contact-rows/contact-call.entity.ts';
import { contactCallResource, contactResource } from '../contact-rows/contact-resource.ts';
import { ContactRow } from '../contact-rows/contact.entity.ts';
import { ofReps } from '../contact-rows/of-reps.ts';

type ContactWithCalls = ContactRow & { readonly calls: readonly ContactCallRow[] };

@Controller('v1/contacts')
export class ContactDetailController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Get(':id')
  @ApiOperation({ operationId: 'getContact', summary: 'A contact with its calls, newest first' })
  @ApiAnswer(200, ContactDetailSchema, 'The contact.', { links: linksTo('/calls/0/id', 'getCall', 'getCallSummary') })
  @ApiErrors('unauthorized', 'not_found', 'rate_limited')
  async get(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @QueryOf(NoQuery) _query: NoQuery,
  ): Promise<ContactDetail> {
    const contact = await this.contactWithCalls(id, caller);
    if (!contact) throw notFound();
    return { ...contactResource(contact), calls: contact.calls.map(contactCallResource) };
  }

  /** In one statement, so that counter and history agree with each other. To a rep a contact is what their own calls amount to. */
  private async contactWithCalls(id: string, caller: Caller): Promise<ContactWithCalls | null> {
    const reps = visibleReps(caller);
    const contact = (await this.dataSource
      .createQueryBuilder(ContactRow, 'contact')
      .leftJoinAndMapMany(
        'contact.calls',
        ContactCallRow,
        'call',
        `call.streamId = contact.streamId AND ${ofReps('call')}`,
        { reps: reps ?? null },
      )
      .where({ id, workspaceId: caller.workspace.id })
      .orderBy({ 'call.createdAt': 'DESC', 'call.callId': 'DESC' })
      .getOne()) as ContactWithCalls | null;
    if (contact === null || reps === undefined) return contact;
    const [latest] = contact.calls;
    if (latest === undefined) return null;
    return Object.assign(contact, { callCount: contact.calls.length, lastCallAt: latest.createdAt });
  }
}
