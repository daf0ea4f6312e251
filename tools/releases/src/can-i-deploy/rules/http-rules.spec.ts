import type { Expectation } from '@ci/tools-contract/http-contract';
import { candidate, release, snapshotOf } from '../../../test/candidates.ts';
import { httpExpectations, uncovered } from './http-rules.ts';

const list: Expectation = {
  name: 'listContacts',
  given: 'a contact',
  request: { method: 'GET', path: '/v1/contacts?limit=1', headers: { accept: 'application/json' } },
  answer: { status: 200, headers: { etag: '{etag}' }, body: { data: [{ id: 'con_1', name: 'A' }], next_cursor: null } },
};
const absent: Expectation = {
  name: 'getContact: nothing there',
  given: 'nothing',
  request: { method: 'GET', path: '/v1/contacts/{contact}', headers: {} },
  answer: { status: 404, headers: {}, body: { error: { code: 'not_found' } } },
};
const answering = (body: unknown): Expectation => ({ ...list, answer: { ...list.answer, body } });

describe('what nobody has verified', () => {
  it('is nothing when as much was asked, or more needed', () => {
    expect(uncovered([list, absent], [absent, list])).toEqual([]);
    expect(uncovered([list, absent], [answering({ data: [{ id: 'con_1' }] })])).toEqual([]);
    expect(uncovered([list], [answering({ data: [], next_cursor: null })])).toEqual([]);
  });

  it.each<[string, readonly Expectation[], readonly Expectation[], string]>([
    ['an exchange that is gone', [absent], [list], 'listContacts: was not verified'],
    [
      'a field more',
      [answering({ data: [{ id: 'con_1' }], next_cursor: null })],
      [list],
      'listContacts: data[].name is missing',
    ],
    [
      'a list that was empty',
      [answering({ data: [], next_cursor: null })],
      [list],
      'listContacts: data[] is no object',
    ],
    [
      'a value that was null',
      [list],
      [answering({ next_cursor: 'a' })],
      'listContacts: next_cursor is nothing, not a string',
    ],
    [
      'another status',
      [{ ...list, answer: { ...list.answer, status: 204 } }],
      [list],
      'listContacts: 200 is needed, 204 was verified',
    ],
    [
      'a header',
      [{ ...list, answer: { ...list.answer, headers: {} } }],
      [list],
      'listContacts: the header etag is needed as {etag}',
    ],
    [
      'another request',
      [{ ...list, request: { ...list.request, path: '/v1/contacts' } }],
      [list],
      'listContacts: the request.path is "/v1/contacts?limit=1", not "/v1/contacts"',
    ],
    [
      'another state',
      [{ ...list, given: 'nothing' }],
      [list],
      'listContacts: the request.given is "a contact", not "nothing"',
    ],
    [
      'another error',
      [{ ...absent, answer: { ...absent.answer, body: { error: { code: 'gone' } } } }],
      [absent],
      'getContact: nothing there: the error not_found is needed, gone was verified',
    ],
  ])('%s', (_what, verified, needed, problem) => {
    expect(uncovered(verified, needed)).toEqual([problem]);
  });
});

describe('HTTP between the gateway and a service', () => {
  const expecting = (...expectations: readonly Expectation[]) => ({
    'libs/contracts/gateway-expectations/contacts.json': { expectations },
  });
  const answers = async (...asked: Parameters<typeof candidate>) =>
    (await httpExpectations(candidate(...asked))).map(({ answer, against, why }) => [answer, against, why]);

  it('a service answers what the released gateway expects', async () => {
    const others = [release('gateway', expecting(list))];
    expect(await answers('contacts', { files: snapshotOf(expecting(list, absent)), others })).toEqual([
      ['yes', 'gateway 1.0.0', 'its contract tests ask all that that release asks'],
    ]);
    expect(await answers('contacts', { files: snapshotOf(expecting(absent)), others })).toEqual([
      ['no', 'gateway 1.0.0', 'listContacts: was not verified'],
    ]);
  });

  it('the gateway asks what was verified of the released service', async () => {
    const others = [release('contacts', expecting(list))];
    expect(await answers('gateway', { files: snapshotOf(expecting(list)), others })).toEqual([
      ['yes', 'contacts 1.0.0', 'was verified of that release'],
    ]);
    expect(await answers('gateway', { files: snapshotOf(expecting(list, absent)), others })).toEqual([
      ['no', 'contacts 1.0.0', 'getContact: nothing there: was not verified'],
    ]);
  });

  it('services do not ask each other', async () => {
    expect(await answers('contacts', { others: [release('webhooks', expecting(list))] })).toEqual([]);
  });
});
