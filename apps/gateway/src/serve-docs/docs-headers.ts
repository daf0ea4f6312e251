import { createHash } from 'node:crypto';

/** Headers of a page of the documentation. The policy admits the scripts inside the page by their hashes, and nothing from elsewhere. */
export function docsHeaders(page: string): Record<string, string> {
  return {
    'cache-control': 'no-cache',
    'content-security-policy': [
      "default-src 'none'",
      ["script-src 'self'", ...inlineScripts(page).map((script) => `'sha256-${hash(script)}'`)].join(' '),
      // Highlighted code carries its colors in style attributes.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, script = '']) => script);
}

function hash(script: string): string {
  return createHash('sha256').update(script).digest('base64');
}
