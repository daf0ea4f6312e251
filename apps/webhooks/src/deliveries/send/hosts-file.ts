import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const HOSTS_FILE = '/etc/hosts';

/** The addresses that the operator's hosts file gives a name. */
export async function addressesInHostsFile(name: string, file: string = HOSTS_FILE): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const addresses = text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : [];
  });
  return [...new Set(addresses)];
}
