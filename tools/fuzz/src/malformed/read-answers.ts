/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The complete answers at the beginning of what a connection brought. Interim ones (1xx) are left out. */
export function readAnswers(received: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received;
  for (;;) {
    const read = readAnswer(rest);
    if (read === undefined) return answers;
    if (read.answer.status >= 200) answers.push(read.answer);
    rest = rest.subarray(read.length);
  }
}

function readAnswer(bytes: Buffer): { readonly answer: RawAnswer; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine)?.[1] ?? NaN);
  if (Number.isNaN(status)) return undefined;
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const content =
    headers.get('transfer-encoding') === 'chunked'
      ? readChunks(bytes, end + 4)
      : readLength(bytes, end + 4, Number(headers.get('content-length') ?? 0));
  return content && { answer: { status, headers, body: content.body }, length: content.end };
}

function readLength(bytes: Buffer, start: number, length: number) {
  const end = start + length;
  return bytes.length < end ? undefined : { body: bytes.toString('utf8', start, end), end };
}

function readChunks(bytes: Buffer, start: number) {
  const chunks: Buffer[] = [];
  let at = start;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const next = line + 2 + size + 2;
    if (Number.isNaN(size) || bytes.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks).toString('utf8'), end: next };
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = next;
  }
}
