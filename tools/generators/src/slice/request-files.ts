import type { SliceNames } from './slice-names.ts';

/** The part that meets the world, in the folder of the slice: handler, controller, and a test of both on a real database. */
export function requestFiles(names: SliceNames, migrationsFile: string): Readonly<Record<string, string>> {
  const folder = `src/${names.slice}`;
  return {
    [`${folder}/${names.slice}.command-handler.ts`]: handler(names),
    [`${folder}/${names.slice}.controller.ts`]: controller(names),
    [`${folder}/${names.slice}.int.spec.ts`]: spec(names, migrationsFile),
  };
}

const handler = ({
  noun,
  nounName,
  Command,
}: SliceNames): string => `import { executeCommand, type EventMetadata } from '@ci/event-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ${Command} } from '../${noun}/${noun}.commands.ts';
import { ${nounName}Decider } from '../${noun}/${noun}.decider.ts';
import { ${nounName}Events } from '../${noun}/${noun}.events.ts';

/** Runs the command against its stream, in the caller's transaction. */
@Injectable()
export class ${Command}Handler {
  async handle(tx: EntityManager, workspaceId: string, command: ${Command}, metadata: EventMetadata): Promise<void> {
    await executeCommand({
      tx,
      // Whoever names another workspace's id meets a stream of its own.
      stream: { type: '${noun}', id: \`${noun}-\${workspaceId}-\${command.${nounName}Id}\`, workspaceId },
      command,
      metadata,
      decider: ${nounName}Decider,
      catalogue: ${nounName}Events,
      projectors: [],
    });
  }
}
`;

const controller = ({
  slice,
  noun,
  verb,
  nounId,
  doneAt,
  done,
  Command,
  Noun,
}: SliceNames): string => `import { inTransaction, metadataOf } from '@ci/event-store';
import { ApiAnswer, ApiErrors, CurrentCaller, NoQuery, queryPipe, WriteScopeGuard, type Caller } from '@ci/platform';
import { Controller, HttpCode, Inject, Param, Post, Query, Req, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { ${Command}Handler } from './${slice}.command-handler.ts';

@ApiTags('${Noun}s')
@Controller('v1/${noun}s/:id/${verb}')
@UseGuards(WriteScopeGuard)
export class ${Command}Controller {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(${Command}Handler) private readonly handler: ${Command}Handler,
  ) {}

  @Post()
  @HttpCode(204)
  @ApiOperation({ operationId: '${Command.charAt(0).toLowerCase()}${Command.slice(1)}', summary: '${verb.charAt(0).toUpperCase()}${verb.slice(1)} a ${noun.replaceAll('-', ' ')}' })
  @ApiAnswer(204, undefined, 'It is ${done}.')
  @ApiErrors('unauthorized', 'insufficient_scope', 'rate_limited')
  async post(
    @Param('id') ${nounId}: string,
    @Query(queryPipe(NoQuery)) _query: NoQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const command = { type: '${Command}', ${nounId}, ${doneAt}: new Date() } as const;
    await inTransaction(this.dataSource, (tx) =>
      this.handler.handle(tx, caller.workspace.id, command, metadataOf(caller, request)),
    );
  }
}
`;

const spec = (
  { service, slice, noun, verb, Event, done, Command }: SliceNames,
  migrationsFile: string,
): string => `import 'reflect-metadata';
import {
  createHttpService,
  createLogger,
  DatabaseModule,
  grantSchemaAccess,
  InternalTokenModule,
  parseKeyRing,
  signInternalToken,
  type KeyRing,
} from '@ci/platform';
import { testDatabase, type TestDatabase } from '@ci/testing';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { access } from '../database/access.ts';
import { migrations } from '../database/${migrationsFile}';
import { ${Command}Handler } from './${slice}.command-handler.ts';
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
  // Of the service, what this slice stands on: it does not depend on the rest.
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
    providers: [${Command}Handler],
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
