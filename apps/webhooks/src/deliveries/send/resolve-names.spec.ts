import { createCertificateAuthority, issueCertificate } from '@ci/testing/certificates';
import { httpsReceiver, type HttpsReceiver } from '@ci/testing/https-receiver';
import { until } from '@ci/testing/until';
import type { LookupAddress } from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dnsServer, type DnsAnswer, type DnsServer } from '../../../test/dns-server.ts';
import { addressPolicy, parseAddressRange } from '../../webhook-endpoint/address-policy.ts';
import type { ResolveAll } from './system-lookups.ts';
import { HttpsPoster } from './https-poster.ts';
import { nameResolver, type NameResolverOptions } from './resolve-names.ts';

const answers = new Map<string, DnsAnswer | ((family: 4 | 6) => DnsAnswer)>();
let silent = true;
let server: DnsServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'names-'));
  server = await dnsServer((name, family) => {
    if (name.startsWith('silent-')) return silent ? 'silence' : { addresses: [] };
    const answer = answers.get(name);
    return typeof answer === 'function' ? answer(family) : answer;
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});
beforeEach(() => {
  answers.clear();
  silent = true;
});

/** What the system's lookup is asked for; it answers only when the test makes it. */
let lookedUp: { name: string; answer: (...addresses: string[]) => void }[];
beforeEach(() => (lookedUp = []));
const lookup: ResolveAll = (name, _options, callback) => {
  const answer = (...addresses: string[]): void => callback(null, addresses.map(withFamily));
  lookedUp.push({ name, answer });
};
const withFamily = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });
const resolver = (options: NameResolverOptions = {}): ((name: string) => Promise<string[]>) => {
  const resolveAll = nameResolver({ servers: [server.address], lookup, timeoutMs: 30_000, ...options });
  return (name) =>
    new Promise((resolve, reject) => {
      resolveAll(name, { all: true }, (error, found) =>
        error === null ? resolve(found.map(({ address }) => address)) : reject(error),
      );
    });
};

describe('by DNS', () => {
  it('a name has the addresses of both families, also by another name', async () => {
    answers.set('hooks.example', {
      alias: 'edge.example',
      addresses: ['192.0.2.1', '2001:db8:0:0:0:0:0:1', '192.0.2.2'],
    });
    expect(await resolver()('Hooks.Example.')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    expect(lookedUp).toEqual([]);
  });

  it('one family is enough, when there is no other and when its question is never answered', async () => {
    answers.set('new.example', { addresses: ['2001:db8:0:0:0:0:0:1'] });
    answers.set('half.example', (family) => (family === 4 ? { addresses: ['192.0.2.1'] } : 'silence'));
    expect(await resolver()('new.example')).toEqual(['2001:db8::1']);
    expect(await resolver()('half.example')).toEqual(['192.0.2.1']);
  });

  it('a name without an address, and one whose server is silent for too long, cannot be resolved', async () => {
    answers.set('empty.example', { addresses: [] });
    await expect(resolver()('empty.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    await expect(resolver({ timeoutMs: 100 })('silent-1.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    expect(lookedUp).toEqual([]);
  });

  it('connections to one name that are opened together ask once; the next one asks again', async () => {
    answers.set('hooks.example', { addresses: ['192.0.2.1'] });
    const find = resolver();
    const asked = (): number => server.asked.filter((name) => name === 'hooks.example').length;
    const before = asked();
    await Promise.all([find('hooks.example'), find('hooks.example'), find('hooks.example')]);
    expect(asked()).toBe(before + 2); // one of each family
    answers.set('hooks.example', { addresses: ['192.0.2.9'] });
    expect(await find('hooks.example')).toEqual(['192.0.2.9']);
  });
});

it('the hosts file comes first', async () => {
  answers.set('hooks.example', { addresses: ['192.0.2.1'] });
  const hostsFile = path.join(folder, 'hosts');
  writeFileSync(
    hostsFile,
    '# 192.0.2.7 hooks.example\n192.0.2.8\tother hooks.Example # ours\n::8 hooks.example\nnonsense hooks.example\n',
  );
  expect(await resolver({ hostsFile })('hooks.example')).toEqual(['192.0.2.8', '::8']);
});

describe('what DNS does not know', () => {
  it('the system is asked for: names of one label, and those that do not exist', async () => {
    const find = resolver();
    const found = Promise.all([find('intranet'), find('crm.team')]);
    await until(() => lookedUp.length === 2);
    for (const { answer } of lookedUp) answer('10.0.0.1');
    expect(await found).toEqual([['10.0.0.1'], ['10.0.0.1']]);
    expect(lookedUp.map(({ name }) => name).toSorted()).toEqual(['crm.team', 'intranet']);
  });

  it('also where there is no DNS server', async () => {
    const closed = await dnsServer(() => undefined);
    await closed.close();
    const found = resolver({ servers: [closed.address] })('hooks.example');
    await until(() => lookedUp.length === 1);
    lookedUp[0]?.answer('192.0.2.1');
    expect(await found).toEqual(['192.0.2.1']);
  });

  it('two names at a time and each once, so that threads are left; who waits too long for a turn has failed', async () => {
    const find = resolver({ timeoutMs: 2_000 });
    const hanging = [find('one'), find('one'), find('two')];
    await until(() => lookedUp.length === 2);
    await expect(find('three')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    expect(lookedUp.map(({ name }) => name).toSorted()).toEqual(['one', 'two']);
    const fourth = find('four');
    // Which of the two came first is up to whose hosts file was read first.
    const answer = (name: string, address: string): void => lookedUp.find((one) => one.name === name)?.answer(address);
    answer('one', '192.0.2.1');
    await until(() => lookedUp.length === 3);
    answer('two', '192.0.2.2');
    answer('four', '192.0.2.4');
    expect(await Promise.all([...hanging, fourth])).toEqual([
      ['192.0.2.1'],
      ['192.0.2.1'],
      ['192.0.2.2'],
      ['192.0.2.4'],
    ]);
  });
});

describe('beside fifty names whose servers never answer', () => {
  let receiver: HttpsReceiver;
  let poster: HttpsPoster;
  beforeAll(async () => {
    const ca = await createCertificateAuthority({ commonName: 'Test authority' });
    const { certPem: cert, keyPem: key } = await issueCertificate(ca, { hosts: ['healthy.example', '127.0.0.1'] });
    receiver = await httpsReceiver({ cert, key });
    poster = new HttpsPoster({
      policy: addressPolicy([parseAddressRange('127.0.0.1')!]),
      ca: [ca.certPem],
      timeoutMs: 60_000,
      resolveAll: nameResolver({ servers: [server.address] }),
    });
  });
  afterAll(async () => {
    await poster.close();
    await receiver.close();
  });
  const post = (host: string) => {
    const url = receiver.url.replace('127.0.0.1', host);
    return poster.post({ url, headers: {}, body: '{}', signal: new AbortController().signal });
  };

  it('another one is delivered to', async () => {
    answers.set('healthy.example', { alias: 'edge.example', addresses: ['127.0.0.1'] });
    const hanging = Array.from({ length: 50 }, (_, n) => post(`silent-${n}.example`));
    await until(() => new Set(server.asked.filter((name) => /^silent-\d/.test(name))).size >= 50);
    expect(await post('healthy.example')).toMatchObject({ statusCode: 200 });
    expect(receiver.requests).toHaveLength(1);
    silent = false; // the questions are asked again, so this ends them
    const errors = (await Promise.all(hanging)).map(({ error }) => error);
    expect(errors).toEqual(Array<string>(50).fill('The host name could not be resolved.'));
  });
});
