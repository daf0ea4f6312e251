import type { Attempt } from './exchange.ts';
import { head } from './requests.ts';

const trickle = (text: string): string[] => Array.from(text);

/** Clients that never come to an end: each gets an answer when its time is over. */
export function slowAttempts(key: string): Attempt[] {
  const authorization = { Authorization: `Bearer ${key}` };
  const started = (headers: Readonly<Record<string, string>>) =>
    head('POST /v1/calls HTTP/1.1', { ...authorization, 'Content-Type': 'application/json', ...headers });
  const pauseMs = 1_000;
  return [
    { name: 'a request line, a byte a second', pieces: trickle(`GET /${'a'.repeat(100)}`), pauseMs },
    {
      name: 'headers, a line a second',
      pieces: ['GET / HTTP/1.1\r\n', ...Array<string>(100).fill('X-A: b\r\n')],
      pauseMs,
    },
    {
      name: 'a body, a byte a second',
      pieces: [started({ 'Content-Length': '100' }), ...trickle(' '.repeat(99))],
      pauseMs,
    },
    {
      name: 'chunks, one a second',
      pieces: [started({ 'Transfer-Encoding': 'chunked' }), ...Array<string>(99).fill('1\r\n \r\n')],
      pauseMs,
    },
    { name: 'a body that never begins', pieces: [started({ 'Content-Length': '100' })] },
  ];
}

/** A thousand connections that ask for nothing, or for half of something. They are let go when their time is over. */
export function halfOpenAttempts(): Attempt[] {
  const beginnings = ['', 'G', 'GET /v1/calls HTTP/1.1\r\n', 'GET /v1/calls HTTP/1.1\r\nHost: fuzz\r\nX-A: '];
  return Array.from({ length: 1_000 }, (_, index) => ({
    name: `half-open connection ${index}`,
    pieces: [beginnings[index % beginnings.length] ?? ''],
    mayClose: true,
  }));
}
