import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { incompatibleChanges, installComparison } from './compatibility.ts';

interface Shape {
  readonly answer: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly asked?: readonly string[];
  readonly events?: readonly string[];
}

/** A small API in the form of ours. */
const api = ({ answer, required = Object.keys(answer), asked = [], events = ['call.ended'] }: Shape) => ({
  openapi: '3.1.0',
  info: { title: 'Calls', version: '1' },
  paths: {
    '/calls': {
      post: {
        operationId: 'recordCall',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: asked, properties: { title: { type: 'string' } } },
            },
          },
        },
        responses: {
          '201': {
            description: 'Recorded.',
            content: { 'application/json': { schema: { type: 'object', required, properties: answer } } },
          },
        },
      },
    },
  },
  webhooks: Object.fromEntries(
    events.map((name) => [name, { post: { responses: { '200': { description: 'Thanks.' } } } }]),
  ),
});

const released = api({ answer: { id: { type: 'string' }, title: { type: ['string', 'null'] } } });
let oasdiff: string;
let folder: string;

beforeAll(async () => {
  oasdiff = await installComparison(path.resolve(import.meta.dirname, '../../../.data/tools'), () => undefined);
  folder = await mkdtemp(path.join(tmpdir(), 'compatibility-'));
}, 240_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function changesTo(current: object): Promise<string> {
  const files = { released: path.join(folder, 'released.json'), current: path.join(folder, 'current.json') };
  await writeFile(files.released, JSON.stringify(released));
  await writeFile(files.current, JSON.stringify(current));
  return incompatibleChanges(oasdiff, files.released, files.current);
}

const id = { type: 'string' };
const title = { type: ['string', 'null'] };

describe('a change of the API against a released document', () => {
  it('may add a field to an answer, and an event', async () => {
    expect(await changesTo(released)).toBe('');
    expect(
      await changesTo(
        api({ answer: { id, title, score: { type: 'integer' } }, events: ['call.ended', 'summary.ready'] }),
      ),
    ).toBe('');
  });

  it.each([
    ['takes a field away', api({ answer: { id } })],
    ['makes a field optional', api({ answer: { id, title }, required: ['id'] })],
    ['gives a field another type', api({ answer: { id: { type: 'integer' }, title } })],
    ['asks for more', api({ answer: { id, title }, asked: ['title'] })],
    ['takes an event away', api({ answer: { id, title }, events: [] })],
    ['takes a route away', { ...released, paths: {} }],
  ])('is refused when it %s', async (_what, current) => {
    expect(await changesTo(current)).not.toBe('');
  });
});
