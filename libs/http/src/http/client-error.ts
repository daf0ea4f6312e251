import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@ci/domain';
import { errorBody } from './error-body.ts';
import { newId } from '@ci/ids';
import { endLingering } from './lingering-end.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

/** Answers that are not complete yet, in the order of their requests. */
const openAnswers = new WeakMap<Socket, Set<ServerResponse>>();

/** Notes which answers a connection still waits for: what cannot be read may follow requests that were fine. */
export function noteOpenAnswers(server: Server): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const open = openAnswers.get(socket) ?? new Set();
    openAnswers.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
  });
}

/**
 * Answers what Node could not read as HTTP, in the one shape, and ends the connection. There is no request yet, so the answer is written by
 * hand; when the answers to the requests before it are out, else it would be taken for the first of them.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  // An ended one was answered: what comes after it is not listened to.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  const open = [...(openAnswers.get(socket) ?? [])];
  const last = open.findLast(({ req }) => req.complete);
  if (last !== undefined) last.once('close', () => answerClientError(error, socket));
  // It broke within the body of a request that is being answered already.
  else if (open.some(({ headersSent }) => headersSent)) endLingering(socket);
  else refuse(socket, textOf(error.code));
}

function refuse(socket: Socket, text: string): void {
  const requestId = newId('req');
  const answer = errorBody(new DomainError('invalid_request', text), requestId);
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
  endLingering(socket);
}

function textOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers of the request are too large.';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time.';
  return 'The request is not valid HTTP.';
}
