import type { SliceNames } from './slice-names.ts';

/** The part that meets the world, in the folder of the slice: a controller, and its test on a real database. */
export function requestFiles(names: SliceNames): Readonly<Record<string, string>> {
  const folder = `src/${names.slice}`;
  return {
    [`${folder}/${names.slice}.controller.ts`]: controller(names),
    [`${folder}/${names.slice}.int.spec.ts`]: spec(names),
  };
}

const controller = ({
  noun,
  nounName,
  verb,
  nounId,
  doneAt,
  done,
  Command,
  Noun,
}: SliceNames): string => `import { inTransaction } from '@ci/database';
import { metadataOf, runCommand, streamOf } from '@ci/event-store';
import { ApiAnswer, ApiErrors, NoQuery, QueryOf } from '@ci/http';
import { CurrentCaller, WriteScopeGuard, type Caller } from '@ci/security';
import { Controller, HttpCode, Inject, Param, Post, Req, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { ${nounName} } from '../${noun}.aggregate.ts';

@ApiTags('${Noun}s')
@Controller('v1/${noun}s/:id/${verb}')
@UseGuards(WriteScopeGuard)
export class ${Command}Controller {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Post()
  @HttpCode(204)
  @ApiOperation({ operationId: '${Command.charAt(0).toLowerCase()}${Command.slice(1)}', summary: '${verb.charAt(0).toUpperCase()}${verb.slice(1)} a ${noun.replaceAll('-', ' ')}' })
  @ApiAnswer(204, undefined, 'It is ${done}.')
  @ApiErrors('unauthorized', 'insufficient_scope', 'rate_limited')
  async post(
    @Param('id') ${nounId}: string,
    @QueryOf(NoQuery) _query: NoQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const { id: workspaceId } = caller.workspace;
    const item = {
      // A client that names another workspace's id gets a separate stream.
      stream: streamOf(${nounName}, workspaceId, \`\${workspaceId}-\${${nounId}}\`),
      command: { type: '${Command}', ${nounId}, ${doneAt}: new Date() },
      metadata: metadataOf(caller, request),
    } as const;
    await inTransaction(this.dataSource, (tx) => runCommand(tx, ${nounName}, item));
  }
}
`;

const spec = ({ service, slice, noun, verb, Event, done, Command }: SliceNames): string => `import 'reflect-metadata';
import { parseKeyRing, type KeyRing } from '@ci/config';
import { DatabaseModule, grantSchemaAccess } from '@ci/database';
import { createHttpService } from '@ci/http';
import { createLogger } from '@ci/observability';
import { InternalTokenModule, signInternalToken } from '@ci/security';
import { testDatabase, type TestDatabase } from '@ci/testing';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { access } from '../database/access.ts';
import { migrations } from '../database/schema.ts';
import { ${Command}Controller } from './${slice}.controller.ts';

const keys = parseKeyRing(\`k1:\${Buffer.alloc(32, 7).toString('base64')}\`) as KeyRing;
let database: TestDatabase;
let app: NestFastifyApplication;

beforeAll(async () => {
  database = await testDatabase({
    schema: '${service}',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  // Of the service, what this slice needs: it does not depend on the rest.
  @Module({
    imports: [
      DatabaseModule.forRoot({
        url: database.urls.requests,
        schema: database.schema,
        poolSize: 2,
        rows: 'workspace',
        worker: { url: database.urls.worker, poolSize: 1 },
        applicationName: '${service}',
        entities: [],
      }),
      InternalTokenModule.forRoot({ audience: '${service}', keys }),
    ],
    controllers: [${Command}Controller],
  })
  class SliceModule {}
  const logger = createLogger({ service: '${service}', level: 'silent' });
  app = await createHttpService(SliceModule, { service: '${service}', logger, stopOnSignals: false });
  await app.init();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function ${verb}(workspaceId: string, scope: 'read-write' | 'read-only' = 'read-write'): Promise<number> {
  const workspace = { id: workspaceId, timezone: 'UTC', domains: [] };
  const caller = { workspace, actor: 'key_1', scope } as const;
  const token = await signInternalToken(caller, { audience: '${service}', keys, now: new Date(), ttlSeconds: 60 });
  const headers = { 'x-internal-token': token };
  const answer = await app.inject({ method: 'POST', url: '/v1/${noun}s/${noun}_1/${verb}', headers });
  return answer.statusCode;
}

const stored = (): Promise<{ readonly workspace_id: string; readonly event_type: string }[]> =>
  database.dataSource.query('SELECT workspace_id, event_type FROM events ORDER BY global_position');

describe('POST /v1/${noun}s/{id}/${verb}', () => {
  it('leaves it ${done}, once for each workspace that says so', async () => {
    expect(await ${verb}('wsp_alice')).toBe(204);
    expect(await ${verb}('wsp_alice')).toBe(204);
    expect(await ${verb}('wsp_bob')).toBe(204);
    expect(await stored()).toEqual([
      { workspace_id: 'wsp_alice', event_type: '${Event}' },
      { workspace_id: 'wsp_bob', event_type: '${Event}' },
    ]);
  });

  it('is not for keys that may only read', async () => {
    const before = await stored();
    expect(await ${verb}('wsp_alice', 'read-only')).toBe(403);
    expect(await stored()).toEqual(before);
  });
});
`;
