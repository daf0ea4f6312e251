import { ChangeWebhookSchema, RegisterWebhookSchema, type ChangeWebhook, type RegisterWebhook } from '@ci/contracts';
import { DomainError } from '@ci/domain';
import { compileSchema } from '@ci/validation';
import { addressPolicy } from '../webhook-endpoint/address-policy.ts';
import { changeOf, registrationOf, urlProblems } from './endpoint-fields.ts';

const problems = urlProblems(addressPolicy());
const checkRegistration = compileSchema<RegisterWebhook>({ ...RegisterWebhookSchema });
const checkChange = compileSchema<ChangeWebhook>({ ...ChangeWebhookSchema });
const readRegistration = (body: unknown) => registrationOf(checkRegistration(body, problems));
const readChange = (body: unknown) => changeOf(checkChange(body, problems));
const url = 'https://crm.example.com/hooks';
const wrongFields = (read: () => unknown): Record<string, string> => {
  try {
    read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.code).toBe('invalid_request');
    return Object.fromEntries((error.details ?? []).map(({ field, message }) => [field, message]));
  }
  return {};
};

describe('a registration', () => {
  it('needs a URL and events; what else comes is ignored', () => {
    expect(readRegistration({ url, events: ['call.ended'], secret: 'mine', status: 'disabled' })).toEqual({
      url,
      events: ['call.ended'],
      description: null,
    });
  });

  it('counts a repeated event once, and an empty description as none', () => {
    const events = ['summary.ready', 'call.ended', 'summary.ready'];
    expect(readRegistration({ url, events, description: ' ' })).toEqual({
      url,
      events: ['summary.ready', 'call.ended'],
      description: null,
    });
  });

  it('is told everything that is wrong with it at once', () => {
    const body = { url: 'http://crm.example.com/', events: ['call.ended', 'nope', 7], description: 5 };
    expect(wrongFields(() => readRegistration(body))).toEqual({
      url: 'must be an absolute https:// URL',
      'events[1]': 'must be one of call.ended, summary.ready, summary.failed',
      'events[2]': 'must be one of call.ended, summary.ready, summary.failed',
      description: 'must be a string or null',
    });
  });

  it.each([
    [{}, ['url', 'events']],
    [{ url: null, events: 'call.ended' }, ['url', 'events']],
    [{ url, events: [] }, ['events']],
    [{ url, events: {} }, ['events']],
    [{ url, events: ['webhook.test'] }, ['events[0]']],
    [{ url: 'https://127.0.0.1/', events: [] }, ['url', 'events']],
    [{ url, events: ['call.ended'], description: 'a'.repeat(501) }, ['description']],
    [{ url, events: ['call.ended'], description: 'a\0b' }, ['description']],
    [{ url, events: ['call.ended'], extra: ['\ud800'] }, ['extra[0]']],
    [null, ['body']],
    [[], ['body']],
    ['text', ['body']],
  ])('%j is wrong in %j', (body, fields) => {
    expect(Object.keys(wrongFields(() => readRegistration(body)))).toEqual(fields);
  });
});

describe('a change', () => {
  it('may name any of the fields, or none', () => {
    expect(readChange({})).toEqual({});
    expect(readChange({ status: 'active', description: null })).toEqual({
      status: 'active',
      description: null,
    });
    expect(readChange({ url, events: ['call.ended'], description: '' })).toEqual({
      url,
      events: ['call.ended'],
      description: null,
    });
  });

  it('is checked like a registration', () => {
    const body = { url: null, events: [], description: 1, status: 'paused' };
    expect(Object.keys(wrongFields(() => readChange(body)))).toEqual(['url', 'events', 'description', 'status']);
  });
});
