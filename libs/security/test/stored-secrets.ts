import type { SecretColumn } from '../src/secrets/reencrypt-secrets.ts';
import { testKeys } from '@ci/config/test-keys';

export const oldKey = testKeys('k1');
/** The new one first. */
export const twoKeys = testKeys('k2', 'k1');
export const newKey = testKeys('k2');

export const storedSecretsSql = [
  `CREATE TABLE secrets (
     kind   text  NOT NULL,
     name   text  NOT NULL,
     secret bytea NOT NULL,
     PRIMARY KEY (kind, name)
   )`,
];

/** The secrets of one kind. */
export const secretsOf = (kind: string): SecretColumn => ({
  table: 'secrets',
  column: 'secret',
  id: ['kind', 'name'],
  contextOf: (id) => id.join('/'),
  where: `kind = '${kind}'`,
});
