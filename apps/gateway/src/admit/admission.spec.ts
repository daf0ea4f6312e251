import { Admission } from './admission.ts';

const identity = {
  id: 'key_1',
  actor: 'key_1',
  scope: 'read-write',
  workspace: { id: 'wsp_1', timezone: 'UTC', domains: [] },
} as unknown as Awaited<ReturnType<Parameters<Admission['admit']>[0]['identify']>>;

/** Whether a request is counted against the budget of recorded calls. */
async function counted(method: string, url: string): Promise<unknown> {
  const seen: unknown[] = [];
  const limits = {
    countRequest: (...asked: unknown[]) => {
      seen.push(asked[1]);
      return Promise.resolve();
    },
  } as unknown as ConstructorParameters<typeof Admission>[0];
  await new Admission(limits).admit({
    method,
    url,
    identify: () => Promise.resolve(identity),
    setHeader: () => undefined,
  });
  return seen[0];
}

it.each([
  ['POST', '/v1/calls', true],
  ['POST', '/v1/calls/call_1/reanalyze', true],
  ['PATCH', '/v1/calls/call_1/speakers', true],
  ['PATCH', '/v1/calls/call_1', false],
  ['GET', '/v1/calls', false],
])('%s %s counts as a recording: %s', async (method, url, recording) => {
  expect(await counted(method, url)).toBe(recording);
});
