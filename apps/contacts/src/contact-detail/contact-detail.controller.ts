import type { ContactDetail } from '@ci/contracts';
import { ApiAnswer, ApiErrors, CurrentCaller, notFound, NoQuery, queryPipe, type Caller } from '@ci/platform';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { DataSource, IsNull, Not } from 'typeorm';
import { ContactCallRow } from '../contact-rows/contact-call.entity.ts';
import { contactCallResource, contactResource } from '../contact-rows/contact-resource.ts';
import { ContactRow } from '../contact-rows/contact.entity.ts';

@Controller('v1/contacts')
export class ContactDetailController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Get(':id')
  @ApiOperation({ operationId: 'getContact', summary: 'A contact with its calls, newest first' })
  @ApiAnswer(200, 'ContactDetail', 'The contact.')
  @ApiErrors('unauthorized', 'not_found', 'rate_limited')
  async get(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Query(queryPipe(NoQuery)) _query: NoQuery,
  ): Promise<ContactDetail> {
    // One snapshot: counter and history of an answer agree with each other.
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const contact = await tx.findOneBy(ContactRow, { id, workspaceId: caller.workspace.id });
      if (!contact) throw notFound();
      const calls = await tx.find(ContactCallRow, {
        where: { streamId: contact.streamId, createdAt: Not(IsNull()) },
        order: { createdAt: 'DESC', callId: 'DESC' },
      });
      return { ...contactResource(contact), calls: calls.map(contactCallResource) };
    });
  }
}
