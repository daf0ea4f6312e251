import type { Attempt } from './exchange.ts';
import type { WriteOperation } from './operations.ts';
import { request } from './requests.ts';

const MEGABYTE = 1024 * 1024;

/** Values, as JSON text, that no field of the API takes. */
const values: Readonly<Record<string, string>> = {
  'a number beyond all numbers': '1e999999',
  'a number of 100,000 digits': '9'.repeat(100_000),
  'a number that no double holds': '-0.000000000000000000000000000000000000000000000000000001e-400',
  'a text with NUL': '"a\\u0000b"',
  'an unpaired surrogate': '"a\\ud800b"',
  'surrogates the wrong way round': '"\\udc00\\ud800"',
  'a poisoned prototype': '{"name":1,"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  'a list of a prototype': '[{"__proto__":[]}]',
  '100,000 levels': '['.repeat(100_000) + ']'.repeat(100_000),
  '50,000 levels of objects': '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000),
  '200,000 elements': `[${'0,'.repeat(199_999)}0]`,
  '50,000 fields': `{"name":1,${Array.from({ length: 50_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
};

/** Bodies that are no JSON, or no JSON of use. */
const bodies: Readonly<Record<string, Buffer | string>> = {
  'a cut object': '{"rep_id": "a", ',
  'a cut text': '"abc',
  'a cut escape': '{"a":"\\u12',
  'a single byte': '{',
  'only white space': ' \n\t ',
  'two values': '{} {}',
  'a comment': '{"a":1} // b',
  'a trailing comma': '{"a":1,}',
  'single quotes': "{'a':1}",
  'a control character in a text': '{"a":"\u0001"}',
  'NUL bytes': Buffer.alloc(1_000),
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'an overlong encoding': Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  'an encoded surrogate': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  'UTF-16 with its mark': Buffer.from('\uFEFF{"a":1}', 'utf16le'),
  'two byte order marks': '\uFEFF\uFEFF{}',
  NaN: 'NaN',
  Infinity: '{"a":-Infinity}',
  hexadecimal: '{"a":0x1F}',
  'a leading zero': '{"a":012}',
  null: 'null',
  'a list of nothing': '[]',
  '10 MB of opening brackets': '['.repeat(10 * MEGABYTE - 1),
  '10 MB of nested lists': '['.repeat(5 * MEGABYTE - 1) + ']'.repeat(5 * MEGABYTE - 1),
  '10 MB of nested objects': '{"":'.repeat(2 * MEGABYTE) + '1' + '}'.repeat(1),
  'a text of 10 MB': `"${'a'.repeat(10 * MEGABYTE - 2)}"`,
  'more than 10 MB': `"${'a'.repeat(10 * MEGABYTE)}"`,
};

/** Media types and codings that no JSON body has. */
const types: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no type': {},
  'an empty type': { 'Content-Type': '' },
  'a type of no form': { 'Content-Type': ';;=/,' },
  'a type of 8,000 characters': { 'Content-Type': `application/${'x'.repeat(8_000)}` },
  XML: { 'Content-Type': 'application/xml' },
  'a form without a boundary': { 'Content-Type': 'multipart/form-data' },
  'a coded body': { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
  'several codings': { 'Content-Type': 'application/json', 'Content-Encoding': 'identity, br, br, br' },
};

const json = { 'Content-Type': 'application/json' };

/** Each broken body at each operation that takes JSON, and each broken value in each of its fields; at the others a few of them. */
export function jsonAttempts(operations: readonly WriteOperation[], key: string): Attempt[] {
  return operations.flatMap((operation) => {
    const { method, path } = operation;
    const send = (what: string, body: Buffer | string, headers: Readonly<Record<string, string>> = json): Attempt => ({
      name: `${method} ${path} with ${what}`,
      pieces: [request(`${method} ${path} HTTP/1.1`, { Authorization: `Bearer ${key}`, ...headers }, body)],
    });
    const good = operation.bodies['application/json'];
    const refusesType = !('application/octet-stream' in operation.bodies);
    return [
      ...Object.entries(bodies).map(([what, body]) => send(what, body)),
      ...(refusesType ? Object.entries(types).map(([what, headers]) => send(what, '{"a":1}', headers)) : []),
      ...(isObject(good) ? brokenFields(good).map(([what, body]) => send(what, body)) : []),
      ...(isObject(good) && 'transcript' in good ? [send('20,001 segments', manySegments(good))] : []),
    ];
  });
}

/** The good body with one field broken; and with the field given twice, where the last one counts. */
function brokenFields(good: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.keys(good).flatMap((field) => {
    const { [field]: _left, ...others } = good;
    const rest = Object.entries(others).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    const named = JSON.stringify(field);
    const broken = Object.entries(values).map(([what, value]): [string, string] => [
      `${what} as ${field}`,
      `{${[...rest, `${named}:${value}`].join(',')}}`,
    ]);
    const twice = `{${[`${named}:${JSON.stringify(good[field])}`, ...rest, `${named}:{"name":[]}`].join(',')}}`;
    return [...broken, [`${field} twice`, twice]];
  });
}

function manySegments(good: Readonly<Record<string, unknown>>): string {
  const segment = { speaker: 'rep', start_ms: 0, end_ms: 1, text: 'a' };
  return JSON.stringify({ ...good, transcript: Array.from({ length: 20_001 }, () => segment) });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
