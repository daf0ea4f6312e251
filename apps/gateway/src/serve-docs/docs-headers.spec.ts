import { createHash } from 'node:crypto';
import { docsHeaders } from './docs-headers.ts';

it('the policy admits the scripts of the page by their hashes, and no other inline script', () => {
  const page = '<script id="a">one()</script><script type="module" src="/docs/assets/app.js"></script><p>text</p>';
  const policy = docsHeaders(page)['content-security-policy'] ?? '';
  const hash = createHash('sha256').update('one()').digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy.match(/sha256-/g)).toHaveLength(1);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:/);
});
