import { lookup as systemLookup, promises as dns, type LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import { addressesInHostsFile } from './hosts-file.ts';
import { SystemLookups, type ResolveAll } from './system-lookups.ts';

export interface NameResolverOptions {
  /** `address:port`. Default: those of this machine. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** For what DNS does not know. */
  readonly lookup?: ResolveAll;
  /** For one name. */
  readonly timeoutMs?: number;
}

/** When one family has answered, the other has so long: there are name servers that never answer to AAAA. */
const OTHER_FAMILY_MS = 500;
/** These are not about the name but about DNS: it has none of that name, or there is none. */
const ASK_THE_SYSTEM: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ECONNREFUSED']);

/**
 * Finds a name's addresses: in the hosts file, by DNS, and of what neither knows by the system's own lookup. DNS is asked without a thread,
 * so that any number of customers' name servers may hang; `dns.lookup` alone would hold one of a few threads for each, and delay all
 * other endpoints. Connections to one name that are opened at the same time share the answer.
 */
export function nameResolver(options: NameResolverOptions = {}): ResolveAll {
  const { servers, hostsFile, lookup = systemLookup, timeoutMs = 10_000 } = options;
  const lookups = new SystemLookups(lookup, timeoutMs);
  const underWay = new Map<string, Promise<LookupAddress[]>>();

  async function find(name: string): Promise<LookupAddress[]> {
    const listed = await addressesInHostsFile(name, hostsFile);
    if (listed.length > 0) return listed.map(withFamily);
    if (!name.includes('.')) return lookups.find(name);
    try {
      return await askDns(name, servers, timeoutMs);
    } catch (error) {
      if (ASK_THE_SYSTEM.has((error as NodeJS.ErrnoException).code)) return lookups.find(name);
      throw Object.assign(new Error(`no addresses of ${name}`, { cause: error }), { code: 'EAI_AGAIN' });
    }
  }

  function findOnce(name: string): Promise<LookupAddress[]> {
    const known = underWay.get(name);
    if (known !== undefined) return known;
    const found = find(name).finally(() => underWay.delete(name));
    underWay.set(name, found);
    return found;
  }

  return (hostname, { family }, callback) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const wanted = family === 4 || family === 6 ? family : undefined;
    findOnce(name).then(
      (found) => callback(null, wanted === undefined ? found : found.filter((one) => one.family === wanted)),
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };
}

/**
 * A resolver for each question: it can be ended alone, knows the name servers of now, and holds no failure of one name against the next.
 * The time limit is our own, because the one of a resolver is for one try and grows with each.
 */
async function askDns(name: string, servers: readonly string[] | undefined, timeoutMs: number) {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 3 });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  const timers = [setTimeout(cancel, timeoutMs)];
  const both = [resolver.resolve4(name), resolver.resolve6(name)];
  for (const one of both) {
    one.then(
      () => timers.push(setTimeout(cancel, OTHER_FAMILY_MS)),
      () => undefined,
    );
  }
  const [v4, v6] = await Promise.allSettled(both);
  timers.forEach((timer) => clearTimeout(timer));
  const found = [v4, v6].flatMap((answer) => (answer?.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found.map(withFamily);
  // A name that has no address of one family may not be known to this server at all in the other.
  throw v4?.status === 'rejected' ? v4.reason : new Error('no addresses');
}

function withFamily(address: string): LookupAddress {
  return { address, family: isIPv6(address) ? 6 : 4 };
}
