import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that another site's page sends this. Browsers of today say so in Sec-Fetch-Site; older ones name the page in Origin
 * with every request that may change something. A client that sends neither is no browser: it has no user's cookies.
 */
export function isCrossSite({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
