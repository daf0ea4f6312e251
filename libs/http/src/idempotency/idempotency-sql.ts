import { rowLevelSecurity } from '@ci/database';

/** The table of answers given under an idempotency key, for a service's first migration. Each row lives a day: the dead are cleared often. */
export const idempotencySql: readonly string[] = [
  `CREATE TABLE idempotency_keys (
     workspace_id  text           NOT NULL,
     key           text           NOT NULL,
     request_hash  bytea          NOT NULL,
     status_code   smallint       NOT NULL,
     headers       jsonb          NOT NULL,
     resource_id   text,
     response      bytea,
     encrypted     boolean        NOT NULL,
     created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (workspace_id, key)
   ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`,
  'CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)',
  ...rowLevelSecurity({ tables: ['idempotency_keys'] }),
];

/** What each role needs of it: requests keep their answers, the worker removes those that are over. */
export const idempotencyRights = {
  requests: { idempotency_keys: 'SELECT, INSERT, UPDATE' },
  worker: { idempotency_keys: 'SELECT, DELETE, UPDATE (created_at)' },
} as const;
