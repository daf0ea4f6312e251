/**
 * The tables of this library, for a service's first migration. Names are unqualified: they land in the schema of the search path.
 * `shard`, `fence` and the indexes are what the relay's order and its hand-over between instances rest on.
 */
export const messagingSql: string[] = [
  `CREATE TABLE outbox (
    id           bigint      GENERATED ALWAYS AS IDENTITY (CACHE 1) PRIMARY KEY,
    shard        smallint    NOT NULL DEFAULT 0,
    workspace_id text        NOT NULL,
    message_id   uuid        NOT NULL UNIQUE,
    topic        text        NOT NULL,
    key          text        NOT NULL,
    headers      jsonb       NOT NULL,
    payload      text        NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp()
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, fillfactor = 90)`,
  `CREATE INDEX outbox_shard ON outbox (shard, id)`,

  `CREATE TABLE outbox_parked (
    id            bigint      PRIMARY KEY,
    shard         smallint    NOT NULL,
    workspace_id  text        NOT NULL,
    message_id    uuid        NOT NULL UNIQUE,
    topic         text        NOT NULL,
    key           text        NOT NULL,
    headers       jsonb       NOT NULL,
    payload       text        NOT NULL,
    created_at    timestamptz NOT NULL,
    error_code    text        NOT NULL,
    error_message text        NOT NULL,
    parked_at     timestamptz NOT NULL DEFAULT clock_timestamp()
  )`,
  `CREATE INDEX outbox_parked_by_key ON outbox_parked (key)`,

  `CREATE TABLE leases (
    name       text        PRIMARY KEY,
    owner      text        NOT NULL,
    fence      bigint      NOT NULL,
    expires_at timestamptz NOT NULL
  )`,

  `CREATE TABLE inbox (
    consumer     text        NOT NULL,
    message_id   uuid        NOT NULL,
    topic        text        NOT NULL,
    partition    int         NOT NULL,
    kafka_offset bigint      NOT NULL,
    outcome      text        NOT NULL CHECK (outcome IN ('handled', 'ignored', 'parked')),
    received_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (consumer, message_id)
  )`,
  `CREATE INDEX inbox_prune ON inbox (received_at)`,

  `CREATE TABLE parked_messages (
    id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    consumer        text        NOT NULL,
    key             text,
    workspace_id    text,
    message_id      uuid        NOT NULL,
    topic           text        NOT NULL,
    partition       int         NOT NULL,
    kafka_offset    bigint      NOT NULL,
    headers         jsonb       NOT NULL,
    value           bytea       NOT NULL,
    attempts        int         NOT NULL DEFAULT 0,
    cause           text        NOT NULL CHECK (cause IN ('failed', 'behind-parked')),
    error_code      text,
    error_message   text,
    next_attempt_at timestamptz,
    parked_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (consumer, message_id)
  )`,
  `CREATE INDEX parked_by_key ON parked_messages (key, id)`,
];
