import type { LookupFunction } from 'node:net';
import { createSecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import type { AddressPolicy } from '../../webhook-endpoint/address-policy.ts';
import { literalAddress } from '../../webhook-endpoint/endpoint-url.ts';
import { nameResolver } from './resolve-names.ts';
import type { ResolveAll } from './system-lookups.ts';

/** The host is, or resolves to, nothing but addresses that deliveries may not go to. */
export class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

export interface ConnectorOptions {
  readonly policy: AddressPolicy;
  /** The certificate authorities that are trusted. */
  readonly ca: readonly string[];
  readonly timeoutMs: number;
  /** Default: the hosts file, DNS and what else the system knows. */
  readonly resolveAll?: ResolveAll;
}

/**
 * Opens TLS connections to allowed addresses only. The check sits in the socket's own lookup, so the address that was checked is the one
 * that is connected to: a name that changes its answer between check and connection (rebinding) gains nothing.
 */
export function checkedConnector({
  policy,
  ca,
  timeoutMs,
  resolveAll = nameResolver(),
}: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    // Once: to read the authorities takes tens of milliseconds, and a connection would otherwise read them again.
    secureContext: createSecureContext({ ca: [...ca] }),
    timeout: timeoutMs,
    lookup: checkedLookup(policy, resolveAll),
  });
  return (options, callback) => {
    // A literal address is never looked up. It was checked when it was registered; the operator's list may have become shorter since.
    const address = literalAddress(options.hostname);
    if (address === undefined || policy.allows(address)) connect(options, callback);
    else queueMicrotask(() => callback(new AddressNotAllowed(), null));
  };
}

function checkedLookup(policy: AddressPolicy, resolveAll: ResolveAll): LookupFunction {
  return (hostname, options, callback) => {
    resolveAll(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      // Of a mixed answer the forbidden part is dropped: `localhost` is ::1 too where only 127.0.0.1 is allowed.
      const allowed = addresses.filter(({ address }) => policy.allows(address));
      const [first] = allowed;
      if (first === undefined) return callback(new AddressNotAllowed(), '');
      if (options.all === true) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };
}
