import { createDataSource, inWorkspace } from '@ci/database';
import { sendAnswer, type HttpAnswer } from '@ci/http';
import type { Caller } from '@ci/security';
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
  readonly readCreateCall: (body: unknown) => object;
  readonly draftCall: (body: object, workspace: Caller['workspace']) => object;
  readonly RecordCallHandler: new (
    dataSource: DataSource,
    idempotency: undefined,
  ) => { answer(recording: Recording): Promise<HttpAnswer> };
}

/** Between the bare server and ingestion: a bare server that checks bodies, and one that runs ingestion's command without Nest. */
const { readCreateCall, draftCall, RecordCallHandler } = await compiled<IngestionParts>('ingestion', [
  'record-call/create-call-body',
  'record-call/call-draft',
  'record-call/record-call.command-handler',
]);

const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'] ?? '', max: 10 });
const url = process.env['REQUESTS_DATABASE_URL'] ?? '';
const options = { url, schema: 'ingestion', poolSize: 10, applicationName: 'bench', rows: 'workspace' } as const;
const handler = new RecordCallHandler(await createDataSource(options).initialize(), undefined);
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
