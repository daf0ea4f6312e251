import ipaddr from 'ipaddr.js';
import type { AddressPolicy } from './address-policy.ts';

const MAX_LENGTH = 2048;

/**
 * What is wrong with a URL as the destination of deliveries; undefined when it may be registered. A name is not resolved here: what it
 * stands for may change, and is checked at every connection.
 */
export function endpointUrlProblem(text: string, policy: AddressPolicy): string | undefined {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  // The parser would drop tabs and line breaks, and take a backslash for a slash: what is stored must be what was meant.
  if (!/^https:\/\//i.test(text) || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) {
    return 'must be an absolute https:// URL';
  }
  const [authority = ''] = text.slice('https://'.length).split(/[/?#]/, 1);
  if (authority === '') return 'must name a host';
  if (authority.includes('@')) return 'must not contain a user name or password';
  if (text.includes('#')) return 'must not contain a fragment';
  const { hostname, port } = new URL(text);
  if (port === '0') return 'must not name port 0';
  if (/^\.|\.\./.test(hostname)) return 'must name a host';
  return hostAllowed(hostname, policy) ? undefined : 'must not point to a private or reserved address';
}

/**
 * Whether deliveries may go to this host, judged by its name alone. The URL parser has brought literal addresses into one form by now:
 * `0x7f.1`, `2130706433`, `0177.0.0.1` and full-width digits all arrive here as 127.0.0.1.
 */
export function hostAllowed(hostname: string, policy: AddressPolicy): boolean {
  const address = literalAddress(hostname);
  if (address !== undefined) return policy.allows(address);
  // RFC 6761: the name is loopback wherever it is looked up, and some resolvers do not look it up.
  return !/(^|\.)localhost$/.test(hostname.replace(/\.$/, '')) || policy.allows('127.0.0.1') || policy.allows('::1');
}

/** The address, when the host is one and not a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? bare : undefined;
}
