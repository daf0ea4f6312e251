import ipaddr from 'ipaddr.js';

/** Which addresses a webhook may be sent to: public ones, and those that the operator names. */
export interface AddressPolicy {
  allows(address: string): boolean;
}

/** An address, or a range in CIDR notation, as the operator wrote it. */
export interface AddressRange {
  readonly network: ipaddr.IPv4 | ipaddr.IPv6;
  readonly prefixLength: number;
}

/**
 * Allows global unicast addresses and what the operator's list names, nothing else. The list is literal: 127.0.0.1 on it allows that
 * address alone, neither ::1 nor ::ffff:127.0.0.1 nor a private network.
 */
export function addressPolicy(allowed: readonly AddressRange[] = []): AddressPolicy {
  return {
    allows(text) {
      // A zone (`fe80::1%eth0`) is of this machine's own networks.
      if (!ipaddr.isValid(text) || text.includes('%')) return false;
      const address = ipaddr.parse(text);
      return isPublic(address) || allowed.some((range) => contains(range, address));
    },
  };
}

/** Reads `10.0.0.0/8`, `127.0.0.1` or `fd00::/8`; undefined when it is none of them. */
export function parseAddressRange(text: string): AddressRange | undefined {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)) {
    const [network, prefixLength] = ipaddr.parseCIDR(text);
    return { network, prefixLength };
  }
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return { network: ipaddr.IPv4.parse(text), prefixLength: 32 };
  if (ipaddr.IPv6.isValid(text)) return { network: ipaddr.IPv6.parse(text), prefixLength: 128 };
  return undefined;
}

const globalUnicastV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * `unicast` is what is left of IPv4 without every special range: private, loopback, link-local (with the metadata services), shared
 * (100.64/10), 0/8, multicast, reserved. Of IPv6 only 2000::/3 is handed out at all, so everything else is refused unseen: ::/96 and
 * ::ffff:0:0/96 (IPv4 inside), 64:ff9b::/96 (NAT64), fc00::/7, fe80::/10, ff00::/8; 6to4 and Teredo lie in 2000::/3 but carry an IPv4
 * address and are no `unicast`.
 */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalUnicastV6);
}

function contains({ network, prefixLength }: AddressRange, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === network.kind() && address.match([network, prefixLength]);
}
