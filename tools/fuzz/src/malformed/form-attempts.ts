import type { Attempt } from './exchange.ts';
import { request } from './requests.ts';

const boundary = 'b0undary';
const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.vtt"\r\n\r\nWEBVTT\r\n`;

/** Forms and files for the import that are broken, each in its own way. */
export function formAttempts(key: string): Attempt[] {
  const forms: Readonly<Record<string, string>> = {
    nothing: '',
    'no boundary within': 'WEBVTT',
    'no end': file,
    'half a boundary': `${file}--b0un`,
    'a part without headers': `--${boundary}\r\n\r\nWEBVTT\r\n--${boundary}--\r\n`,
    'a part without a name': `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nWEBVTT\r\n--${boundary}--\r\n`,
    'a part of another kind': `--${boundary}\r\nContent-Disposition: attachment; name="file"\r\n\r\nx\r\n--${boundary}--\r\n`,
    'a header of 100 KB': `--${boundary}\r\nX: ${'a'.repeat(100_000)}\r\n\r\nx\r\n--${boundary}--\r\n`,
    '5,000 fields': `${field('rep_name', 'a').repeat(5_000)}--${boundary}--\r\n`,
    'a poisoned field': `${field('__proto__', 'a')}${field('constructor', 'a')}${file}--${boundary}--\r\n`,
    'a field of 1 MB': `${field('rep_name', 'a'.repeat(1024 * 1024))}${file}--${boundary}--\r\n`,
    'a name of 10,000 characters': `${field('n'.repeat(10_000), 'a')}${file}--${boundary}--\r\n`,
    'three files': `${file.repeat(3)}--${boundary}--\r\n`,
    'NUL in a name': `${field('rep\u0000id', 'a')}${file}--${boundary}--\r\n`,
  };
  const files: Readonly<Record<string, Buffer | string>> = {
    'an empty file': '',
    'a file of NUL': Buffer.alloc(100_000),
    'a file of every byte': Buffer.from(Array.from({ length: 65_536 }, (_, index) => index % 256)),
    'a file of line ends': '\n'.repeat(5_000_000),
    'a file of arrows': `WEBVTT\n\n${'-->\n'.repeat(1_000_000)}`,
    'times that no clock has': 'WEBVTT\n\n99999999999:99:99.999 --> 00:00:00.000\nA: b\n',
    'tags without end': `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${'<v '.repeat(1_000_000)}\n`,
    'one line of 10 MB': `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${'a'.repeat(10 * 1024 * 1024 - 60)}`,
    '20,001 cues': `WEBVTT\n\n${'00:00:01.000 --> 00:00:02.000\nA: b\n\n'.repeat(20_001)}`,
  };
  const target = 'POST /v1/calls/import?rep_id=r1&started_at=2026-11-20T10:00:00Z HTTP/1.1';
  const send = (name: string, type: string, body: Buffer | string): Attempt => ({
    name: `an import of ${name}`,
    pieces: [request(target, { Authorization: `Bearer ${key}`, 'Content-Type': type }, body)],
  });
  const form = `multipart/form-data; boundary=${boundary}`;
  return [
    ...Object.entries(forms).map(([name, body]) => send(`a form with ${name}`, form, body)),
    send('a form with an endless boundary', `multipart/form-data; boundary=${'b'.repeat(5_000)}`, file),
    send('a form with an empty boundary', 'multipart/form-data; boundary=', file),
    ...Object.entries(files).map(([name, body]) => send(name, 'text/vtt', body)),
  ];
}

function field(name: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}
