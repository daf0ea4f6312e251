/** Colours of the terminal, none when the output is a file. */
const colourOf: Readonly<Record<string, number>> = {
  gateway: 36,
  ingestion: 32,
  summarization: 35,
  contacts: 33,
  webhooks: 34,
};

const levelNames: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** Fields of a log record that say nothing to a person who reads along. */
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'service', 'msg', 'name', 'context']);

/** One line of a service's JSON log as a person reads it: time, service, message, and the fields as `name=value`. */
export function readableLine(service: string, line: string, options: { readonly colour: boolean }): string {
  const prefix = service.padEnd(13);
  const label = options.colour ? `\u001b[${colourOf[service] ?? 37}m${prefix}\u001b[0m` : prefix;
  const record = asRecord(line);
  if (!record) return `         ${label} │ ${line}`;
  const level = levelNames[Number(record['level'])] ?? '';
  const shownLevel = level === 'info' || level === '' ? '' : `${level} `;
  return `${timeOf(record)} ${label} │ ${shownLevel}${textOf(record['msg'])}${fieldsOf(record)}`;
}

function asRecord(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function timeOf(record: Record<string, unknown>): string {
  const time = new Date(record['time'] as string | number);
  return Number.isNaN(time.getTime()) ? '        ' : time.toTimeString().slice(0, 8);
}

function fieldsOf(record: Record<string, unknown>): string {
  return Object.entries(record)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => ` ${name}=${textOf(value)}`)
    .join('');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
