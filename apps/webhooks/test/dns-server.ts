import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';

/** Addresses, a name that the name stands for and its addresses, or no answer at all. A name that is missing does not exist. */
export type DnsAnswer = 'silence' | { readonly alias?: string; readonly addresses: readonly string[] };

export interface DnsServer {
  /** `address:port`. */
  readonly address: string;
  /** The names of the questions, as they came. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const A = 1;
const CNAME = 5;
const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;

/** A name server on loopback that answers for each name and family what `answerOf` returns. */
export async function dnsServer(answerOf: (name: string, family: 4 | 6) => DnsAnswer | undefined): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const family = type === A ? 4 : 6;
    const answer = answerOf(name, family);
    if (answer === 'silence') return;
    const records = answer === undefined ? [] : recordsOf(answer, type, family);
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x8180 | (answer === undefined ? NO_SUCH_NAME : 0), 2);
    [1, records.length, 0, 0].forEach((count, index) => header.writeUInt16BE(count, 4 + 2 * index));
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function recordsOf({ alias, addresses }: Exclude<DnsAnswer, 'silence'>, type: number, family: 4 | 6): Buffer[] {
  const asked = Buffer.from([0xc0, HEADER_BYTES]); // the name of the question
  const owner = alias === undefined ? asked : nameBytes(alias);
  const fitting = addresses.filter((address) => isIPv4(address) === (family === 4));
  return [
    ...(alias === undefined ? [] : [record(asked, CNAME, owner)]),
    ...fitting.map((address) => record(owner, type, addressBytes(address))),
  ];
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1'));
  return Buffer.concat([...labels, Buffer.alloc(1)]);
}

/** Of IPv6 only forms that are written out in full. */
function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  return Buffer.from(
    address
      .split(':')
      .map((part) => part.padStart(4, '0'))
      .join(''),
    'hex',
  );
}
