/** The table of answers given under an idempotency key, for a service's first migration. */
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
   )`,
  'CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)',
];
