import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { undescribed } from './undescribed.ts';

const docs = path.resolve(import.meta.dirname, '../../../../docs');

it('every operation, parameter, header and property of our document has a description and an example', async () => {
  expect(undescribed(JSON.parse(await readFile(path.join(docs, 'openapi.json'), 'utf8')))).toEqual([]);
});

it('every error code of our document has its cause and its mend on the page of errors, and no other has', async () => {
  const document = JSON.parse(await readFile(path.join(docs, 'openapi.json'), 'utf8')) as {
    components: { schemas: { Error: { properties: { error: { properties: { code: { enum: string[] } } } } } } };
  };
  const page = await readFile(path.join(docs, 'build/errors.md'), 'utf8');
  expect(undescribedCodes(document.components.schemas.Error.properties.error.properties.code.enum, page)).toEqual([]);
});

/** Codes without a section that says status, cause and mend, and sections of codes that do not exist. */
function undescribedCodes(codes: readonly string[], page: string): string[] {
  const sections = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.split('\n', 1)[0] ?? '', text]),
  );
  const missing = codes.filter((code) => {
    const text = sections.get(code) ?? '';
    return !/Status \d{3}/.test(text) || !text.includes('**Cause:**') || !text.includes('**Mend:**');
  });
  return [...missing, ...[...sections.keys()].filter((name) => !codes.includes(name))];
}

describe('what is described', () => {
  const good = {
    paths: {
      '/calls/{id}': {
        get: {
          summary: 'Get a call',
          description: 'Returns a call.',
          parameters: [{ name: 'id', in: 'path', description: 'Id of the call.', example: 'call_1' }],
          responses: { '200': { description: 'The call.' } },
        },
      },
    },
    webhooks: {},
    components: {
      headers: { Link: { description: 'Path of the next page.', example: '</v1/calls>' } },
      schemas: {
        Call: {
          description: 'A call.',
          properties: { id: { type: 'string', description: 'Id of the call.', examples: ['call_1'] } },
        },
      },
    },
  };
  const changed = (change: (document: typeof good) => void): string[] => {
    const document = structuredClone(good);
    change(document);
    return undescribed(document);
  };
  const get = (document: typeof good) => document.paths['/calls/{id}'].get;

  it('passes', () => {
    expect(undescribed(good)).toEqual([]);
  });

  it.each<[string, (document: typeof good) => void]>([
    ['get /calls/{id}: no description', (document) => (get(document).description = '')],
    ['get /calls/{id}: parameter id: no description', (document) => (get(document).parameters[0]!.description = ' ')],
    [
      'get /calls/{id}: parameter id: no example',
      (document) => Reflect.deleteProperty(get(document).parameters[0]!, 'example'),
    ],
    ['header Link: no description', (document) => (document.components.headers.Link.description = '')],
    ['Call: no description', (document) => (document.components.schemas.Call.description = '')],
    ['Call.id: no description', (document) => (document.components.schemas.Call.properties.id.description = '')],
    [
      'Call.id: no example',
      (document) => Reflect.deleteProperty(document.components.schemas.Call.properties.id, 'examples'),
    ],
  ])('%s', (finding, change) => {
    expect(changed(change)).toEqual([finding]);
  });

  it('an error code without a section, and a section without a code', () => {
    const section = (code: string) => `## ${code}\n\nStatus 404. **Cause:** x.\n\n**Mend:** y.\n`;
    expect(undescribedCodes(['not_found'], section('not_found'))).toEqual([]);
    expect(undescribedCodes(['not_found', 'gone'], section('not_found') + section('old'))).toEqual(['gone', 'old']);
    expect(undescribedCodes(['not_found'], '## not_found\n\nStatus 404.')).toEqual(['not_found']);
  });
});
