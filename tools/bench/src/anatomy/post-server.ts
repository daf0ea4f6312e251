import { parseKeyRing, type KeyRing } from '@ci/config';
import { CreateCallSchema, type CreateCall } from '@ci/contracts';
import { createDataSource, inWorkspace } from '@ci/database';
import { Idempotency, sendAnswer, type HttpAnswer } from '@ci/http';
import type { Caller } from '@ci/security';
import { compileSchema, type FurtherProblems } from '@ci/validation';
import { fastify, type FastifyRequest } from 'fastify';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { compiled } from './compiled.ts';

interface Recording {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly draft: object;
  readonly dryRun: false;
  readonly report: null;
}

interface IngestionParts {
  readonly problemsOfCall: FurtherProblems;
  readonly draftCall: (body: CreateCall, workspace: Caller['workspace']) => object;
  readonly RecordCallHandler: new (
    dataSource: DataSource,
    idempotency: Idempotency,
  ) => { answer(recording: Recording): Promise<HttpAnswer> };
}

/** Between the bare server and ingestion: a bare server that checks bodies, and one that runs ingestion's command without Nest. */
const { problemsOfCall, draftCall, RecordCallHandler } = await compiled<IngestionParts>('ingestion', [
  'record-call/problems-of-call',
  'record-call/call-draft',
  'record-call/record-call.command-handler',
]);

const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'] ?? '', max: 10 });
const url = process.env['REQUESTS_DATABASE_URL'] ?? '';
const options = { url, schema: 'ingestion', poolSize: 10, applicationName: 'bench', rows: 'workspace' } as const;
const dataSource = await createDataSource(options).initialize();
const encryptionKeys = parseKeyRing(process.env['ENCRYPTION_KEYS'] ?? '') as KeyRing;
const idempotency = new Idempotency({ dataSource, encryptionKeys });
const handler = new RecordCallHandler(dataSource, idempotency);
const check = compileSchema<CreateCall>({ ...CreateCallSchema });
const readCreateCall = (body: unknown): CreateCall => check(body, problemsOfCall);
const caller = JSON.parse(process.env['CALLER'] ?? '{}') as Caller;
const server = fastify({ bodyLimit: 10 * 1024 * 1024 });

/** What the bare server does, with a body that was checked. */
server.post('/checked', async ({ body }, reply) => {
  const { rows } = await pool.query<object>({
    name: 'post',
    text: 'INSERT INTO bare.calls (body) VALUES ($1) RETURNING id, created_at',
    values: [JSON.stringify(readCreateCall(body))],
  });
  reply.code(201);
  return Object.assign({}, rows[0], body);
});

server.post('/command', async (request, reply) => {
  const draft = draftCall(readCreateCall(request.body), caller.workspace);
  const recording = { request, caller, draft, dryRun: false, report: null } as const;
  await sendAnswer(reply, await inWorkspace(caller.workspace.id, () => handler.answer(recording)));
  return reply;
});

await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
process.on('disconnect', () => process.exit());
