import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installGoTool } from '../go-tools.ts';
import { incompatibleChanges } from './compatibility.ts';
import { releasedDocuments } from './documents.ts';

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
  oasdiff = await installGoTool(path.resolve(import.meta.dirname, '../../../..'), 'oasdiff', () => undefined);
  folder = await mkdtemp(path.join(tmpdir(), 'compatibility-'));
}, 240_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function changesTo(current: object, from: object = released): Promise<string> {
  const files = { released: path.join(folder, 'released.json'), current: path.join(folder, 'current.json') };
  await writeFile(files.released, JSON.stringify(from));
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

interface OurDocument {
  readonly paths: Record<
    string,
    Record<string, { parameters?: { name: string; required?: boolean }[]; responses: Record<string, unknown> }>
  >;
  readonly webhooks: Record<string, unknown>;
  readonly components: {
    readonly schemas: Record<string, { properties: Record<string, unknown>; required: string[] }>;
  };
}

/** The document that was released last, or the one that will be, with something changed. */
async function changed(change: (document: OurDocument) => unknown): Promise<string> {
  const docs = path.resolve(import.meta.dirname, '../../../../docs');
  const file = (await releasedDocuments(path.join(docs, 'released'))).at(-1) ?? path.join(docs, 'openapi.json');
  const text = await readFile(file, 'utf8');
  const document = JSON.parse(text) as OurDocument;
  change(document);
  return changesTo(document, JSON.parse(text) as object);
}

describe('a change of our own API against what was released', () => {
  it('may add a field to an answer, an optional parameter, an event', async () => {
    const changes = await changed(({ paths, webhooks, components }) => {
      const { Call } = components.schemas;
      if (Call !== undefined) Call.properties['score'] = { type: 'integer' };
      paths['/calls']?.['get']?.parameters?.push({ name: 'q', in: 'query', schema: { type: 'string' } } as {
        name: string;
      });
      webhooks['call.updated'] = webhooks['call.ended'];
    });
    expect(changes).toBe('');
  });

  it.each<[string, (document: OurDocument) => unknown]>([
    ['takes a field away', ({ components }) => delete components.schemas['Call']?.properties['outcome']],
    ['asks for a field', ({ components }) => components.schemas['CreateCall']?.required.push('title')],
    ['takes a route away', ({ paths }) => delete paths['/contacts/{id}']],
    ['takes a method away', ({ paths }) => delete paths['/calls/{id}']?.['patch']],
    ['takes a parameter away', ({ paths }) => paths['/calls']?.['get']?.parameters?.shift()],
    ['takes an event away', ({ webhooks }) => delete webhooks['summary.ready']],
    ['takes the good answer away', ({ paths }) => delete paths['/calls']?.['post']?.responses['201']],
  ])('is refused when it %s', async (_what, change) => {
    expect(await changed(change)).not.toBe('');
  });
});
