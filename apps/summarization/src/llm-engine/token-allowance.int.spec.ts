import { createDataSource, grantSchemaAccess } from '@ci/database';
import { testDatabase, type TestDatabase } from '@ci/testing';
import type { DataSource } from 'typeorm';
import { access } from '../database/access.ts';
import { migrations } from '../database/schema.ts';
import { TokenAllowance } from './token-allowance.ts';

let database: TestDatabase;
let instances: DataSource[];
beforeAll(async () => {
  database = await testDatabase({
    schema: 'summarization',
    migrations,
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  const options = { url: database.urls.worker, schema: 'summarization', applicationName: 'test', poolSize: 5 };
  instances = await Promise.all([createDataSource(options).initialize(), createDataSource(options).initialize()]);
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.destroy()));
  await database.drop();
});

const used = async (workspaceId: string) => {
  const [row] = await database.dataSource.query<{ tokens: string }[]>(
    `SELECT tokens::text FROM llm_usage WHERE workspace_id = $1`,
    [workspaceId],
  );
  return Number(row?.tokens ?? 0);
};
const wanted = (tokens: number, cap: number, ahead = 0) => ({ tokens, cap, ahead });

it('two instances together give out what there is, and no token more', async () => {
  const asked = instances.flatMap((instance) => {
    const allowance = new TokenAllowance(instance);
    return Array.from({ length: 20 }, () => allowance.reserve('wsp_a', wanted(100, 2_050)));
  });
  const given = (await Promise.all(asked)).filter((one) => one !== undefined);
  expect(given).toHaveLength(20);
  expect(await used('wsp_a')).toBe(2_000);
});

it('what was not needed is given back, and what was needed more is counted', async () => {
  const [allowance] = instances.map((instance) => new TokenAllowance(instance));
  const first = await allowance!.reserve('wsp_b', wanted(1_000, 1_000));
  expect(first).toMatchObject({ workspaceId: 'wsp_b', tokens: 1_000, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  expect(await allowance!.reserve('wsp_b', wanted(1, 1_000))).toBeUndefined();
  await allowance!.settle(first!, 300);
  expect(await used('wsp_b')).toBe(300);
  const second = await allowance!.reserve('wsp_b', wanted(700, 1_000));
  await allowance!.settle(second!, 900);
  expect(await used('wsp_b')).toBe(1_200);
  expect(await allowance!.reserve('wsp_b', wanted(1, 1_000))).toBeUndefined();
  expect(await allowance!.reserve('wsp_c', wanted(1, 1_000))).toBeDefined();
});

it('nothing is begun that could not be ended', async () => {
  const [allowance] = instances.map((instance) => new TokenAllowance(instance));
  expect(await allowance!.reserve('wsp_d', wanted(100, 1_000, 901))).toBeUndefined();
  expect(await allowance!.reserve('wsp_d', wanted(100, 1_000, 900))).toBeDefined();
  expect(await allowance!.reserve('wsp_d', wanted(100, 1_000, 801))).toBeUndefined();
  expect(await used('wsp_d')).toBe(100);
});

it('a day is one of UTC, and what was used on another counts nothing today', async () => {
  const [allowance] = instances.map((instance) => new TokenAllowance(instance));
  const today = () => new Date().toISOString().slice(0, 10);
  const before = today();
  const given = await allowance!.reserve('wsp_e', wanted(1_000, 1_000));
  expect([before, today()]).toContain(given?.day);
  await database.dataSource.query(`UPDATE llm_usage SET day = day - 1 WHERE workspace_id = 'wsp_e'`);
  expect(await allowance!.reserve('wsp_e', wanted(1_000, 1_000))).toBeDefined();
});
