import { CallDetailSchema, RecordedCallSchema } from '@ci/contracts';
import { DomainError, invalidRequest, type ErrorDetail } from '@ci/domain';
import { ApiAnswer, ApiErrors, ApiQueryOf, Consumes, linksTo, queryPipe, sendAnswer } from '@ci/http';
import { CurrentCaller, WriteScopeGuard, type Caller } from '@ci/security';
import { Controller, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callOperations } from '../call-list/call-operations.ts';
import { draftCall } from '../record-call/call-draft.ts';
import { RecordCallHandler } from '../record-call/record-call.command-handler.ts';
import { importBody } from './import-call.docs.ts';
import { ImportCall, importFormats } from './import-call.dto.ts';
import { importedCall, readFile } from './imported-call.ts';
import { readUpload, type UploadedFile } from './uploaded-file.ts';

/** No JSON export is read so far; one is answered with the formats that are. */
const contentTypes = [...Object.keys(importBody.content), 'application/json'];
const parametersPipe = queryPipe(ImportCall);

@ApiTags('Calls')
@Controller('v1/calls')
@UseGuards(WriteScopeGuard)
export class ImportCallController {
  readonly #handler: RecordCallHandler;

  constructor(@Inject(RecordCallHandler) handler: RecordCallHandler) {
    this.#handler = handler;
  }

  @Post('import')
  @Consumes(...contentTypes)
  @ApiOperation({
    operationId: 'importCall',
    summary: 'Record a call from the transcript file of a meeting tool',
    requestBody: importBody,
  })
  @ApiQueryOf(ImportCall)
  @ApiAnswer(201, CallDetailSchema, 'The call was recorded; `Location` says where it is.', {
    links: linksTo('/id', ...callOperations),
    headers: ['Location'],
  })
  @ApiAnswer(200, RecordedCallSchema, 'The same call was recorded before, or with `dry_run` what would be recorded.', {
    headers: ['Location'],
  })
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'not_found',
    'conflict',
    'payload_too_large',
    'unsupported_media_type',
    'idempotency_key_reused',
    'rate_limited',
  )
  async import(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const upload = await readUpload(request);
    const { parameters, file } = readAll(upload);
    const { body, speakerMapping, report } = importedCall(parameters, file, caller.workspace.domains);
    const answer = await this.#handler.answer({
      request,
      caller,
      draft: draftCall(body, caller.workspace, speakerMapping),
      dryRun: parameters.dry_run,
      report,
      ...(upload.fingerprint === undefined ? {} : { fingerprint: upload.fingerprint }),
    });
    await sendAnswer(reply, answer);
  }
}

/** Parameters and file; everything that is wrong with either is said at once. */
function readAll({ parameters, bytes, field }: UploadedFile) {
  const format = importFormats.find((name) => name === parameters['format']) ?? 'auto';
  const said = attempt(() => parametersPipe.transform(parameters, { type: 'query' }));
  const read = attempt(() => readFile(bytes, { format, field }));
  if (said.problems || read.problems) throw invalidRequest([...(said.problems ?? []), ...(read.problems ?? [])]);
  return { parameters: said.value, file: read.value };
}

type Attempt<T> = { readonly value: T; readonly problems?: never } | { readonly problems: readonly ErrorDetail[] };

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof DomainError && error.details !== undefined) return { problems: error.details };
    throw error;
  }
}
