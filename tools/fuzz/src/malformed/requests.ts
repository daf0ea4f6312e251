/** The bytes of a request that HTTP allows; what is wrong with it is in its parts. */
export function request(
  requestLine: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string = '',
): Buffer {
  const bytes = Buffer.from(body);
  const length = bytes.length === 0 ? {} : { 'Content-Length': String(bytes.length) };
  return Buffer.concat([head(requestLine, { ...headers, ...length, Connection: 'close' }), bytes]);
}

/** Request line and headers, complete, as they are given. */
export function head(requestLine: string, headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ Host: 'fuzz', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${requestLine}\r\n${lines.join('')}\r\n`, 'latin1');
}
