import 'reflect-metadata';
import { createDataSource } from '@ci/database';
import { reencryptSecrets } from '../src/secrets/reencrypt-secrets.ts';
import { secretsOf, twoKeys } from './stored-secrets.ts';

// A change of the key that waits to be killed within its second page. URL and schema come as arguments.
const [url = '', schema = ''] = process.argv.slice(2);
const dataSource = createDataSource({ url, schema, applicationName: 'reencrypt-test' });
await dataSource.initialize();
let pages = 0;
await reencryptSecrets(dataSource, secretsOf('whsec'), {
  keys: twoKeys,
  pageSecrets: 10,
  inPage: async () => {
    pages += 1;
    if (pages < 2) return;
    process.stdout.write('ready to be killed\n');
    await new Promise<never>(() => undefined);
  },
});
