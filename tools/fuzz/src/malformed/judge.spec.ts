import type { Attempt, Outcome } from './exchange.ts';
import { problemWith } from './judge.ts';
import { readAnswers } from './read-answers.ts';

const attempt: Attempt = { name: 'x', pieces: [] };
const error = { code: 'invalid_request', message: 'No.', request_id: 'req_1' };
const type = 'application/json; charset=utf-8';

interface Written {
  readonly status?: number;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly requestId?: string;
}

function written({ status = 400, body = { error }, contentType = type, requestId = 'req_1' }: Written = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = `content-type: ${contentType}\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(text)}`;
  return `HTTP/1.1 ${status} Said\r\n${headers}\r\n\r\n${text}`;
}

const outcome = (bytes: string, closed = false): Outcome => ({ answers: readAnswers(Buffer.from(bytes)), closed });

describe('an attempt', () => {
  it('has been refused as it should', () => {
    expect(problemWith(attempt, outcome(written()))).toBeUndefined();
    const second = written({ status: 200, body: {} }) + written();
    expect(problemWith({ ...attempt, answers: 2 }, outcome(second))).toBeUndefined();
    expect(problemWith({ ...attempt, mayClose: true }, outcome('', true))).toBeUndefined();
  });

  it.each([
    ['a failure', written({ status: 500 }), /^answered 500/],
    ['a failure before the refusal', written({ status: 503 }) + written(), /^answered 503/],
    ['what it should not have got', written({ status: 200, body: {} }), /^was not refused, but answered 200/],
    ['another type', written({ contentType: 'text/plain' }), /of another type/],
    ['no JSON', written({ body: 'Bad Request' }), /in another shape/],
    ['another shape', written({ body: { message: 'no' } }), /in another shape/],
    ['more than the shape', written({ body: { error, more: 1 } }), /in another shape/],
    ['another code', written({ status: 404 }), /with the code invalid_request/],
    ['a code nobody knows', written({ body: { error: { ...error, code: 'odd' } } }), /with the code odd/],
    ['no message', written({ body: { error: { ...error, message: '' } } }), /without a message/],
    ['another id', written({ requestId: 'req_2' }), /the id of another request/],
    ['nothing', '', /^no answer in time \(0 of 1\)/],
  ])('that gets %s is a failure', (_what, bytes, problem) => {
    expect(problemWith(attempt, outcome(bytes))).toMatch(problem);
  });

  it('must not be met with silence, nor with an end, unless HTTP leaves no other way', () => {
    expect(problemWith(attempt, outcome('', true))).toMatch(/^closed without an answer/);
    expect(problemWith({ ...attempt, mayClose: true }, outcome('', false))).toMatch(/^no answer in time/);
    expect(problemWith({ ...attempt, answers: 2 }, outcome(written(), true))).toMatch(/1 of 2/);
  });
});

describe('answers', () => {
  it('are read as they come, one after the other, in one piece or in chunks', () => {
    const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n';
    const bytes = `HTTP/1.1 100 Continue\r\n\r\n${chunked}${written({ body: 'ü' })}`;
    const bodies = (text: string | Buffer) => readAnswers(Buffer.from(text)).map(({ body }) => body);
    expect(bodies(bytes)).toEqual(['abcde', 'ü']);
    expect(bodies(Buffer.from(bytes).subarray(0, -1))).toEqual(['abcde']);
    expect(bodies('nonsense\r\n\r\n')).toEqual([]);
  });
});
