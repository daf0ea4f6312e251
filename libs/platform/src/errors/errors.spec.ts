import { BadRequestException, HttpException, ServiceUnavailableException } from '@nestjs/common';
import { DomainError, errorBody, errorStatuses, invalidRequest, isTransientDatabaseError, notFound } from '../index.ts';

const withCode = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

describe('errorBody', () => {
  it('shows a domain error as it is', () => {
    const error = new DomainError('conflict', 'Twice.', { headers: { 'retry-after': '1' } });
    expect(errorBody(error, 'req_1')).toEqual({
      status: 409,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'conflict', message: 'Twice.', request_id: 'req_1' } },
    });
  });

  it('knows a status for every code', () => {
    for (const [code, status] of Object.entries(errorStatuses)) {
      expect(errorBody(new DomainError(code as keyof typeof errorStatuses), 'r').status).toBe(status);
    }
  });

  it('names the parameter when exactly one is wrong', () => {
    const one = errorBody(invalidRequest([{ field: 'limit', message: 'must be a number' }]), 'r').body.error;
    expect(one).toMatchObject({ message: 'limit must be a number', param: 'limit', details: [{ field: 'limit' }] });
    const two = errorBody(invalidRequest(['a', 'b'].map((field) => ({ field, message: 'is wrong' }))), 'r').body.error;
    expect(two).toMatchObject({ message: 'The request is invalid in: a, b' });
    expect(two).not.toHaveProperty('param');
  });

  it('lists at most 100 details', () => {
    const details = Array.from({ length: 150 }, (_, index) => ({ field: `f${index}`, message: 'is wrong' }));
    expect(errorBody(invalidRequest(details), 'r').body.error.details).toHaveLength(100);
  });

  it('answers an unknown id always alike', () => {
    expect(errorBody(notFound(), 'r')).toEqual(errorBody(notFound(), 'r'));
  });

  it.each([
    [new BadRequestException('inside'), 400, 'invalid_request'],
    [new HttpException('x', 422), 400, 'invalid_request'],
    [new HttpException('x', 415), 415, 'unsupported_media_type'],
    [new ServiceUnavailableException(), 503, 'unavailable'],
    [Object.assign(withCode('FST_ERR_CTP_BODY_TOO_LARGE'), { statusCode: 413 }), 413, 'payload_too_large'],
    [Object.assign(withCode('FST_ERR_MAX_PARAM_LENGTH'), { statusCode: 414 }), 404, 'not_found'],
    [Object.assign(withCode('ERR_OTHER'), { statusCode: 404 }), 500, 'internal_error'],
    [withCode('ECONNREFUSED'), 503, 'unavailable'],
    [withCode('23505'), 500, 'internal_error'],
    [new Error('secret'), 500, 'internal_error'],
    ['thrown text', 500, 'internal_error'],
    [undefined, 500, 'internal_error'],
  ])('answers %s with %i %s and never with its text', (error, status, code) => {
    const answer = errorBody(error, 'r');
    expect(answer).toMatchObject({ status, body: { error: { code } } });
    expect(JSON.stringify(answer)).not.toMatch(/secret|inside|thrown/);
  });
});

describe('isTransientDatabaseError', () => {
  it('knows a plan that a migration made outdated, and no other thing that the server can not do', () => {
    const refused = (text: string) => Object.assign(new Error(text), { code: '0A000' });
    expect(isTransientDatabaseError(refused('cached plan must not change result type'))).toBe(true);
    expect(isTransientDatabaseError(refused('FOR UPDATE is not allowed with UNION'))).toBe(false);
  });

  it.each(['08006', '57P01', '57P03', '53300', '57014', '55P03', '25P03', '40001', '40P01', 'ECONNRESET'])(
    'says yes to %s',
    (code) => {
      expect(isTransientDatabaseError(withCode(code))).toBe(true);
      expect(isTransientDatabaseError(Object.assign(new Error(), { driverError: withCode(code) }))).toBe(true);
    },
  );

  it.each(['23505', '42P01', '22021', 'EPERM'])('says no to %s', (code) => {
    expect(isTransientDatabaseError(withCode(code))).toBe(false);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
  ])('knows "%s"', (text) => expect(isTransientDatabaseError(new Error(text))).toBe(true));

  it('looks into failed attempts on several addresses', () => {
    expect(isTransientDatabaseError(new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]))).toBe(
      true,
    );
    expect(isTransientDatabaseError(new AggregateError([withCode('EPERM')]))).toBe(false);
  });
});
