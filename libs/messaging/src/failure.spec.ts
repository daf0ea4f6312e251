import { DomainError } from '@ci/domain';
import { QueryFailedError } from 'typeorm';
import { dispositionOf, failureOf, Ignore, UnreadableMessage } from './failure.ts';

const withCode = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });
const queryFailed = (code: string): Error => new QueryFailedError('SELECT 1', [], withCode(code));
const named = (name: string, properties: object = {}): Error => Object.assign(new Error('x'), { name }, properties);

describe('dispositionOf', () => {
  it.each([
    ['a version conflict', named('VersionConflict', { code: '40001' })],
    [
      'a version conflict behind a 409',
      new DomainError('conflict', 'busy', { cause: named('VersionConflict', { code: '40001' }) }),
    ],
    ['a serialization failure', queryFailed('40001')],
    ['a deadlock', queryFailed('40P01')],
    ['a server that shuts down', queryFailed('57P01')],
    ['too many connections', queryFailed('53300')],
    ['a lost connection', queryFailed('08006')],
    ['a lock that was not free in time', queryFailed('55P03')],
    ['a statement that took too long', queryFailed('57014')],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a statement after its connection was lost', named('QueryRunnerProviderAlreadyReleasedError')],
    ['a connection that ended in the middle', new Error('Connection terminated unexpectedly')],
    ['a wrapped lost connection', new Error('could not store the call', { cause: withCode('ECONNRESET') })],
    ['a time limit', named('TimeoutError')],
    ['a broker error that kafkajs calls retriable', named('KafkaJSProtocolError', { retriable: true })],
    ['an error that says so itself', named('Busy', { retryable: true })],
    ['a dependency that is away', new DomainError('unavailable')],
  ])('tries %s again', (_, error) => expect(dispositionOf(error)).toBe('retry'));

  it.each([
    ['a programming error', new TypeError("Cannot read properties of undefined (reading 'id')")],
    ['a broken constraint', queryFailed('23505')],
    ['a value that a column does not take', queryFailed('22P02')],
    ['a broken contract', new UnreadableMessage('contract_violation', 'call_id is required')],
    ['a business conflict', new DomainError('conflict', 'already deleted')],
    ['a broker error that is final', named('KafkaJSProtocolError', { retriable: false })],
    ['something that is no error', 'oops'],
    ['nothing', undefined],
  ])('parks %s', (_, error) => expect(dispositionOf(error)).toBe('park'));

  it('ignores what a handler asks to ignore', () => expect(dispositionOf(new Ignore('deleted'))).toBe('ignore'));

  it('ends with causes that go in circles', () => {
    const error = new Error('a');
    error.cause = error;
    expect(dispositionOf(error)).toBe('park');
  });
});

describe('failureOf', () => {
  it('prefers the code, and is storable', () => {
    expect(failureOf(queryFailed('23505'))).toMatchObject({ code: '23505' });
    const { code, message } = failureOf(new RangeError(`a\0b${'x'.repeat(2000)}`));
    expect(code).toBe('RangeError');
    expect(message).not.toContain('\0');
    expect(message.length).toBeLessThanOrEqual(500);
  });
});
