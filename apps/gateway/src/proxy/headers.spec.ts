import { publicHeaders } from './answer-headers.ts';
import { forwardedHeaders, traceparentOf } from './request-headers.ts';

describe('the headers a service gets', () => {
  it('are those of the public API alone', () => {
    const headers = {
      accept: 'application/json',
      authorization: 'Bearer ci_live_x',
      connection: 'keep-alive, x-odd',
      'content-length': '2',
      'content-type': 'application/json',
      cookie: 'a=b',
      forwarded: 'for=1.2.3.4',
      host: 'api.example',
      'idempotency-key': 'k',
      prefer: 'wait=5',
      'transfer-encoding': 'chunked',
      'x-call-known': '1',
      'x-forwarded-for': '1.2.3.4',
      'x-internal-token': 'forged',
      'x-request-id': 'mine',
    };
    expect(forwardedHeaders(headers, true)).toEqual({
      accept: 'application/json',
      'content-length': '2',
      'content-type': 'application/json',
      'idempotency-key': 'k',
      prefer: 'wait=5',
    });
    expect(forwardedHeaders(headers, false)).toEqual({
      accept: 'application/json',
      'idempotency-key': 'k',
      prefer: 'wait=5',
    });
  });
});

describe('the trace of a request', () => {
  const random = (bytes: number) => 'ab'.repeat(bytes);

  it('goes on under a span of the gateway', () => {
    const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`;
    expect(traceparentOf({ traceparent }, random)).toBe(`00-${'1'.repeat(32)}-${'ab'.repeat(8)}-00`);
  });

  it.each([
    undefined,
    'nonsense',
    `00-${'0'.repeat(32)}-${'2'.repeat(16)}-01`,
    `00-${'1'.repeat(32)}-${'0'.repeat(16)}-01`,
    `ff-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
  ])('begins where %j came', (traceparent) => {
    expect(traceparentOf(traceparent === undefined ? {} : { traceparent }, random)).toBe(
      `00-${'ab'.repeat(16)}-${'ab'.repeat(8)}-01`,
    );
  });
});

describe('the headers a client gets', () => {
  it('are without those of the connection and of the inside', () => {
    const headers = {
      connection: 'close, X-Hop',
      'content-type': 'application/json',
      date: 'now',
      etag: '"x"',
      'keep-alive': 'timeout=72',
      link: '</v1/calls>; rel="next"',
      location: '/v1/calls/call_1',
      'proxy-authenticate': 'x',
      server: 'inside',
      'transfer-encoding': 'chunked',
      'x-call-unknown': '1',
      'x-hop': '1',
      'x-internal-note': '1',
      'x-request-id': 'req_other',
    };
    expect(publicHeaders(headers)).toEqual({
      'content-type': 'application/json',
      etag: '"x"',
      link: '</v1/calls>; rel="next"',
      location: '/v1/calls/call_1',
    });
  });
});
