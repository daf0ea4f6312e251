import { DomainError, errorStatuses, notFound } from '@ci/domain';
import { BadRequestException, HttpException, ServiceUnavailableException } from '@nestjs/common';
import { errorBody } from './error-body.ts';

const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

describe('errorBody', () => {
  it('shows a domain error as it is', () => {
    const error = new DomainError('conflict', 'Twice.', { headers: { 'retry-after': '1' } });
    expect(errorBody(error, 'req_1')).toEqual({
      status: 409,
      headers: { 'retry-after': '1' },
      body: {
        error: { code: 'conflict', message: 'Twice.', request_id: 'req_1', doc_url: '/docs/build/errors#conflict' },
      },
    });
  });

  it('names no page for a code that only the console meets', () => {
    expect(errorBody(new DomainError('session_changed'), 'req_1').body.error).not.toHaveProperty('doc_url');
  });

  it('says when to try a database that is away again', () => {
    expect(errorBody(withCode('ECONNREFUSED'), 'r')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });

  it('knows a status for every code', () => {
    for (const [code, status] of Object.entries(errorStatuses)) {
      expect(errorBody(new DomainError(code as keyof typeof errorStatuses), 'r').status).toBe(status);
    }
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
    [withCode('57014'), 503, 'unavailable'],
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
