import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startRoundRobin, type RoundRobin } from './round-robin.ts';

/** A port on which nothing listens. One that was free a moment ago may be in use by now. */
const NO_LISTENER = 1;
const instances: Server[] = [];
let roundRobin: RoundRobin;

/** Answers with its name and what it was sent. */
async function instance(name: string): Promise<number> {
  const server = createServer((request, answer) => {
    void text(request).then((body) => answer.end(`${name} ${request.method} ${request.url} ${body}`));
  });
  instances.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  roundRobin = await startRoundRobin();
});
afterEach(async () => {
  await roundRobin.close();
  for (const server of instances.splice(0)) server.close();
});

const ask = async (body?: string) =>
  (await fetch(`${roundRobin.url}/x?y=1`, body === undefined ? {} : { method: 'POST', body })).text();

it('gives each request to the next instance', async () => {
  roundRobin.leadTo(await instance('a'), await instance('b'));
  const answers = [await ask(), await ask(), await ask(), await ask()];
  expect(answers.toSorted()).toEqual(['a GET /x?y=1 ', 'a GET /x?y=1 ', 'b GET /x?y=1 ', 'b GET /x?y=1 ']);
  expect(answers[0]).not.toBe(answers[1]);
});

it('passes over an instance that is gone, with the whole body', async () => {
  roundRobin.leadTo(NO_LISTENER, await instance('b'));
  const body = 'x'.repeat(100_000);
  for (let index = 0; index < 4; index += 1) expect(await ask(body)).toBe(`b POST /x?y=1 ${body}`);
});

it('breaks off when there is none', async () => {
  roundRobin.leadTo(NO_LISTENER);
  await expect(ask()).rejects.toThrow('fetch failed');
});
