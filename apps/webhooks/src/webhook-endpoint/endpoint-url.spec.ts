import { malformedUrls, urlsOfForbiddenAddresses } from '../../test/hostile-urls.ts';
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

describe('what may not be registered', () => {
  it.each(malformedUrls)('%p is refused: it %s', (url, problem) => {
    expect(endpointUrlProblem(url, strict)).toBe(problem);
  });

  it.each(urlsOfForbiddenAddresses)('%s is refused: it leads to a private or reserved address', (url) => {
    expect(endpointUrlProblem(url, strict)).toBe('must not point to a private or reserved address');
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
