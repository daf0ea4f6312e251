import { addressPolicy, parseAddressRange, type AddressRange } from './address-policy.ts';

const range = (text: string): AddressRange => {
  const parsed = parseAddressRange(text);
  if (parsed === undefined) throw new Error(`${text} is no range`);
  return parsed;
};

describe('without an allow-list', () => {
  const policy = addressPolicy();

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '11.0.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '169.253.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('%s is public', (address) => {
    expect(policy.allows(address)).toBe(true);
  });

  it.each([
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', '0/8'],
    ['10.0.0.1', 'private'],
    ['10.255.255.255', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.0.1', 'link-local'],
    ['169.254.169.254', 'metadata (AWS, GCP, Azure)'],
    ['169.254.170.2', 'metadata (ECS)'],
    ['100.64.0.1', 'shared'],
    ['100.100.100.200', 'metadata (Alibaba), shared'],
    ['100.127.255.255', 'shared'],
    ['192.0.0.192', 'metadata (Oracle), IETF protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['198.18.0.1', 'benchmarking'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'IPv4-compatible loopback'],
    ['::127.0.0.1', 'IPv4-compatible loopback'],
    ['::8.8.8.8', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
    ['::ffff:7f00:1', 'IPv4-mapped loopback'],
    ['::ffff:10.0.0.1', 'IPv4-mapped private'],
    ['::ffff:8.8.8.8', 'IPv4-mapped, even of a public address'],
    ['::ffff:0:127.0.0.1', 'IPv4-translated'],
    ['64:ff9b::7f00:1', 'NAT64 of loopback'],
    ['64:ff9b::169.254.169.254', 'NAT64 of metadata'],
    ['64:ff9b:1::7f00:1', 'local NAT64'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['2002:c0a8:101::1', '6to4 of private'],
    ['2001::1', 'Teredo'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['2001:20::1', 'ORCHIDv2'],
    ['100::1', 'discard'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata (AWS)'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['2606:4700:4700::1111%eth0', 'public, but with a zone'],
    ['192.0.0.9', 'port control anycast'],
    ['192.31.196.1', 'AS112'],
    ['192.52.193.1', 'AMT'],
    ['198.19.255.255', 'benchmarking'],
    ['2001:2::1', 'benchmarking'],
    ['2001:3::1', 'AMT'],
    ['2001:4:112::1', 'AS112'],
    ['2001:10::1', 'ORCHID'],
    ['2001:30::1', 'drone remote id'],
    ['2001:1ff::1', 'IETF protocol assignments'],
    ['2620:4f:8000::1', 'AS112'],
    ['64:ff9b:1:ffff::1', 'local NAT64'],
    ['100:0:0:1::1', 'dummy prefix'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'not handed out'],
    ['e000::1', 'not handed out'],
  ])('%s is refused: %s', (address) => {
    expect(policy.allows(address)).toBe(false);
  });

  it.each(['', 'example.com', '1.2.3.4.5', '1.2.3.4/8', ':::'])('%p is no address and refused', (text) => {
    expect(policy.allows(text)).toBe(false);
  });
});

describe('the allow-list', () => {
  it('allows what it names and no other form of it', () => {
    const policy = addressPolicy([range('127.0.0.1')]);
    expect(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1', '10.0.0.1'].map((a) => policy.allows(a))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('loopback on it allows loopback only', () => {
    const policy = addressPolicy([range('127.0.0.0/8'), range('::1/128')]);
    expect(
      ['127.9.9.9', '::1', '::', '10.0.0.1', '169.254.169.254', 'fd00::1', '8.8.8.8'].map((a) => policy.allows(a)),
    ).toEqual([true, true, false, false, false, false, true]);
  });

  it('takes networks of both kinds', () => {
    const policy = addressPolicy([range('10.1.0.0/16'), range('fd12::/16')]);
    expect(['10.1.255.1', '10.2.0.1', 'fd12:1::1', 'fd13::1'].map((a) => policy.allows(a))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it.each(['', 'localhost', '10.0.0.0/33', '10.1', '0x7f.1', '::1/129', '*'])('refuses %p as an entry', (text) => {
    expect(parseAddressRange(text)).toBeUndefined();
  });
});
