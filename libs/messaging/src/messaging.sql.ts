import { rowLevelSecurity } from '@ci/database';

/**
 * For tables through which rows run: they are small when all is well, and so is their number of dead rows per minute measured by their
 * size; measured by the work of a reader that starts at the front it is not. A fixed number of dead rows starts the vacuum, it does not
 * pause, and statistics do not follow every ebb. TOAST tables take these settings over, because none are set for them.
 */
const queueStorage =
  'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0, ' +
  'autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000';

/** For large tables that are cut at one end: the default of a fifth would let days of dead rows gather. */
const prunedStorage =
  'autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.05';

/** For a few rows that are written all the time: room on their page for the next version, which then needs no index entry. */
const counterStorage =
  'fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0';

/**
 * The tables of this library, for a service's first migration. Names are unqualified: they land in the schema of the search path.
 * `shard`, `fence` and the indexes are what the relay's order and its hand-over between instances rest on.
 */
export const messagingSql: string[] = [
  `CREATE TABLE outbox (
    id           bigint      GENERATED ALWAYS AS IDENTITY (CACHE 1) PRIMARY KEY,
    shard        smallint    NOT NULL DEFAULT 0,
    workspace_id text        NOT NULL,
    message_id   uuid        NOT NULL,
    topic        text        NOT NULL,
    key          text        NOT NULL,
    headers      jsonb       NOT NULL,
    payload      text        NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp()
  ) WITH (${queueStorage})`,
  // Rows live for moments: to compress a transcript took longer than everything else that stores its message.
  `ALTER TABLE outbox ALTER COLUMN payload SET STORAGE EXTERNAL`,
  `CREATE INDEX outbox_shard ON outbox (shard, id)`,
  // For erasure: keys begin with their time, so that new ones go to the right end.
  `CREATE INDEX outbox_by_key ON outbox (key)`,

  `CREATE TABLE outbox_parked (
    id            bigint      PRIMARY KEY,
    shard         smallint    NOT NULL,
    workspace_id  text        NOT NULL,
    message_id    uuid        NOT NULL,
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
  // Two services may be sent the same message again at the same time.
  ...['outbox', 'outbox_parked'].map(
    (table) =>
      `CREATE UNIQUE INDEX ${table}_message ON ${table} (message_id, (headers ->> 'ce_audience')) NULLS NOT DISTINCT`,
  ),

  `CREATE TABLE leases (
    name       text        PRIMARY KEY,
    owner      text        NOT NULL,
    fence      bigint      NOT NULL,
    expires_at timestamptz NOT NULL
  ) WITH (${counterStorage})`,

  `CREATE TABLE inbox (
    consumer     text        NOT NULL,
    message_id   uuid        NOT NULL,
    topic        text        NOT NULL,
    partition    int         NOT NULL,
    kafka_offset bigint      NOT NULL,
    outcome      text        NOT NULL CHECK (outcome IN ('handled', 'ignored', 'parked', 'skipped')),
    received_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (consumer, message_id)
  ) WITH (${prunedStorage})`,
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
  ) WITH (${queueStorage})`,
  `CREATE INDEX parked_by_key ON parked_messages (key, id)`,

  // Who did what by hand. Ids, topics, counts and hashes only: it outlives the erasure of what it speaks of.
  `CREATE TABLE operator_actions (
    id     bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor  text        NOT NULL,
    action text        NOT NULL,
    target jsonb       NOT NULL,
    reason text
  )`,

  // How far an unfinished republication has come, written with the messages: one that was killed goes on from here.
  `CREATE TABLE republications (
    name            text        PRIMARY KEY, -- to whom, and which messages
    recorded_until  timestamptz NOT NULL,
    transaction_id  xid8        NOT NULL DEFAULT '0',
    global_position bigint      NOT NULL DEFAULT 0,
    messages        bigint      NOT NULL DEFAULT 0,
    started_at      timestamptz NOT NULL DEFAULT clock_timestamp()
  )`,

  // The others hold ids, counts and times of no workspace in particular.
  ...rowLevelSecurity({ tables: ['outbox', 'outbox_parked', 'parked_messages'] }),
  // What does not say whose it is may be of the call that is being erased. Who asks can not read what it holds: see `erasingRights`.
  ...['SELECT', 'DELETE'].map(
    (command) =>
      `CREATE POLICY of_unknown_${command.toLowerCase()} ON parked_messages FOR ${command} USING (workspace_id IS NULL)`,
  ),
];

/** What each role of a service needs of them. */
export const messagingRights = {
  requests: { outbox: 'INSERT' },
  worker: {
    outbox: 'SELECT, INSERT, UPDATE (shard), DELETE',
    outbox_parked: 'SELECT, INSERT, DELETE',
    leases: 'SELECT, INSERT, UPDATE',
    inbox: 'SELECT, INSERT, UPDATE (outcome), DELETE',
    parked_messages: 'SELECT, INSERT, UPDATE, DELETE',
    operator_actions: 'SELECT, INSERT',
    republications: 'SELECT, INSERT, UPDATE, DELETE',
  },
} as const;

/** And what a request needs that erases what is stored of a call: `withdrawMessages` and `dropParkedMessages`. */
export const erasingRights = {
  outbox: 'SELECT, UPDATE (shard), DELETE',
  outbox_parked: 'SELECT, DELETE',
  parked_messages: 'SELECT (key, consumer, message_id), DELETE',
  inbox: 'SELECT (consumer, message_id), UPDATE (outcome)',
} as const;
