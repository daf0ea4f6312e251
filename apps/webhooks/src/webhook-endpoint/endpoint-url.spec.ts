import { addressPolicy, parseAddressRange } from './address-policy.ts';
import { endpointUrlProblem } from './endpoint-url.ts';

const strict = addressPolicy();
const development = addressPolicy([parseAddressRange('127.0.0.1/32')!]);

describe('what may be registered', () => {
  it.each([
    'https://crm.example.com/hooks/calls',
    'https://crm.example.com',
    'HTTPS://CRM.example.com:8443/a?b=c&d=@e',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]:8443/',
    'https://bücher.example/hook',
    'https://does-not-resolve.invalid/',
    'https://mylocalhost/',
    'https://localhost.example.com/',
    `https://example.com/${'a'.repeat(2048 - 'https://example.com/'.length)}`,
  ])('%s', (url) => {
    expect(endpointUrlProblem(url, strict)).toBeUndefined();
  });
});

describe('the form of the URL', () => {
  it.each([
    ['http://example.com/', /absolute https/],
    ['ftp://example.com/', /absolute https/],
    ['example.com/hook', /absolute https/],
    ['//example.com/hook', /absolute https/],
    ['https:example.com', /absolute https/],
    ['https:/example.com', /absolute https/],
    ['https:\\\\example.com', /absolute https/],
    ['https://', /absolute https/],
    ['https:///hook', /name a host/],
    [' https://example.com/', /absolute https/],
    ['https://example.com/ ', /absolute https/],
    ['https://exa\tmple.com/', /absolute https/],
    ['https://example.com/\nhost: x', /absolute https/],
    ['https://good.example.com\\@10.0.0.1/', /absolute https/],
    ['https://exa mple.com/', /absolute https/],
    ['https://example.com:99999/', /absolute https/],
    ['https://1.2.3.4.5/', /absolute https/],
    ['https://256.256.256.256/', /absolute https/],
    ['https://[fe80::1%25eth0]/', /absolute https/],
    ['https://user:secret@example.com/', /user name/],
    ['https://user@example.com/', /user name/],
    ['https://@example.com/', /user name/],
    ['https://:@example.com/', /user name/],
    ['https://example.com@10.0.0.1/', /user name/],
    ['https://example.com/#part', /fragment/],
    ['https://example.com/#', /fragment/],
    [`https://example.com/${'a'.repeat(2048)}`, /2048/],
    ['', /absolute https/],
  ])('%p is refused', (url, problem) => {
    expect(endpointUrlProblem(url, strict)).toMatch(problem);
  });
});

describe('hosts that mean ourselves or our network', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0x0.0x0.0x1/',
    'https://0x7F.1/',
    'https://017700000001/',
    'https://0177.0.0.01/',
    'https://0177.0x0.0.1/',
    'https://%31%32%37.0.0.1/',
    'https://%6c%6f%63%61%6c%68%6f%73%74/',
    'https://１２７.０.０.１/',
    'https://127。0。0。1/',
    'https://①②⑦.0.0.1/',
    'https://localhost/',
    'https://LOCALHOST:8443/',
    'https://localhost./',
    'https://ｌocalhost/',
    'https://app.localhost/',
    'https://app.localhost./',
    'https://0/',
    'https://0.0.0.0/',
    'https://0x0/',
    'https://10.0.0.1/',
    'https://167772161/',
    'https://0xa.1/',
    'https://012.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://3232235777/',
    'https://0xc0a80101/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
    'https://169.254.43518/',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[0000:0000:0000:0000:0000:0000:0000:0001]/',
    'https://[::127.0.0.1]/',
    'https://[::7f00:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:7f00:0001]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::ffff:0:7f00:1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2002:a9fe:a9fe::1]/',
    'https://[2001:0:1::1]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/latest/meta-data/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
  ])('%s is refused', (url) => {
    expect(endpointUrlProblem(url, strict)).toMatch(/private or reserved/);
  });

  it.each(['https://127.0.0.1:8443/', 'https://localhost:8443/', 'https://0x7f.1:8443/', 'https://2130706433/'])(
    '%s is allowed where the operator names that address',
    (url) => {
      expect(endpointUrlProblem(url, development)).toBeUndefined();
    },
  );

  it.each([
    'https://127.0.0.2/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
  ])('%s stays refused there', (url) => {
    expect(endpointUrlProblem(url, development)).toMatch(/private or reserved/);
  });
});
