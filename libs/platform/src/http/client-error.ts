import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { DomainError } from '../errors/domain-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { newId } from '../ids/ids.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

/** Answers what Node could not read as HTTP, in the one shape. There is no request yet, so the answer is written by hand. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const requestId = newId('req');
  const answer = errorBody(new DomainError('invalid_request', textOf(error.code)), requestId);
  const body = JSON.stringify(answer.body);
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `${REQUEST_ID_HEADER}: ${requestId}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroySoon();
}

function textOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers of the request are too large.';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time.';
  return 'The request is not valid HTTP.';
}
