import { eventStoreSql } from '@ci/event-store';
import { messagingSql } from '@ci/messaging';
import { rowLevelSecurity } from '@ci/database';
import { idempotencySql } from '@ci/http';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** 30 days of rows, of which few are at work: the default of a fifth would let days of dead rows gather in front of what is due. */
const storage = 'autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000';

const webhooksSql: readonly string[] = [
  // The read model of the endpoints' streams; a deleted endpoint has no row. This row is what "no attempt starts any more" is decided on.
  `CREATE TABLE webhook_endpoints (
    id              text           PRIMARY KEY,
    workspace_id    text           NOT NULL,
    url             text           NOT NULL,
    description     text,
    events          text[]         NOT NULL,
    status          text           NOT NULL CHECK (status IN ('active', 'disabled')),
    disabled_reason text,
    disabled_at     timestamptz(3),
    created_at      timestamptz(3) NOT NULL,
    version         bigint         NOT NULL
  )`,
  `CREATE INDEX webhook_endpoints_list ON webhook_endpoints (workspace_id, created_at DESC, id DESC)`,

  // Encrypted. No event and no log has it.
  `CREATE TABLE webhook_secrets (
    webhook_id   text  PRIMARY KEY,
    workspace_id text  NOT NULL,
    secret       bytea NOT NULL
  )`,

  // A row only while an endpoint fails: a success deletes it, so that a healthy endpoint costs no write.
  `CREATE TABLE webhook_failures (
    webhook_id      text           PRIMARY KEY,
    workspace_id    text           NOT NULL,
    failing_since   timestamptz(3) NOT NULL,
    failed_attempts int            NOT NULL
  )`,

  // A row per call. It orders the consumers of one call's events, which come over several topics, and remembers deleted calls.
  `CREATE TABLE call_gates (
    call_id      text           PRIMARY KEY,
    workspace_id text           NOT NULL,
    ended_at     timestamptz(3), -- call.ended was handled
    concluded    int[]          NOT NULL DEFAULT '{}', -- revisions whose end was handled
    deleted_at   timestamptz(3)
  )`,

  // One body per event, whatever the number of endpoints: stable bytes over all attempts. Erased with the call.
  `CREATE TABLE webhook_events (
    id           text           PRIMARY KEY,
    workspace_id text           NOT NULL,
    type         text           NOT NULL,
    call_id      text,
    body         text,
    traceparent  text, -- what the event follows from
    created_at   timestamptz(3) NOT NULL
  ) WITH (${storage})`,
  `CREATE INDEX webhook_events_by_call ON webhook_events (call_id) WHERE call_id IS NOT NULL`,
  `CREATE INDEX webhook_events_prune ON webhook_events (created_at)`,

  // Without foreign keys: a delivery and its event are stored by one transaction, attempts by the update of their delivery, and all of them
  // are deleted together. The checks would cost a quarter of a delivery. Those of a call and those
  // that are old are found by their events: two indexes less to write.
  `CREATE TABLE deliveries (
    id              text           PRIMARY KEY,
    workspace_id    text           NOT NULL,
    webhook_id      text           NOT NULL,
    event_id        text           NOT NULL,
    event_type      text           NOT NULL,
    call_id         text,
    call_order      int            NOT NULL DEFAULT 0, -- within one call: 0 call.ended, then the revision
    status          text           NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'dropped')),
    created_at      timestamptz(3) NOT NULL,
    next_attempt_at timestamptz(3),
    held            boolean        NOT NULL DEFAULT false, -- waits for its call.ended; next_attempt_at is when it stops waiting
    attempts        int            NOT NULL DEFAULT 0,
    failures        int            NOT NULL DEFAULT 0, -- of the present round; a redelivery starts a new one
    recovery_id     text, -- that sent it again last
    lease           uuid,
    leased_until    timestamptz(3),
    UNIQUE (event_id, webhook_id),
    CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
  ) WITH (fillfactor = 50, ${storage})`, // room for the claim on the same page: then it needs no index entries
  `CREATE INDEX deliveries_due ON deliveries (webhook_id, next_attempt_at) WHERE status = 'pending'`,
  // One index for the log with every filter: a list is merged of a piece for each type and status. The type comes first, so that it is
  // never taken for what is due.
  `CREATE INDEX deliveries_log ON deliveries (webhook_id, event_type, status, created_at DESC, id DESC)`,
  // No delivery that goes well is ever in one of these two.
  `CREATE INDEX deliveries_not_arrived ON deliveries (webhook_id, created_at, id)
     WHERE (status IN ('failed', 'dropped') OR (status = 'pending' AND failures > 0))`,
  `CREATE INDEX deliveries_recovered ON deliveries (recovery_id, status, failures) WHERE recovery_id IS NOT NULL`,

  `CREATE TABLE delivery_attempts (
    delivery_id   text           NOT NULL,
    number        int            NOT NULL,
    workspace_id  text           NOT NULL,
    attempted_at  timestamptz(3) NOT NULL,
    latency_ms    int            NOT NULL,
    status_code   int,
    error         text,
    response_body text,
    PRIMARY KEY (delivery_id, number)
  ) WITH (${storage})`,

  // Jobs that send again what had not arrived, a batch at a time. `reached_…` is the last delivery that a batch looked at.
  `CREATE TABLE recoveries (
    id           text           PRIMARY KEY,
    workspace_id text           NOT NULL,
    webhook_id   text           NOT NULL,
    since        timestamptz(3) NOT NULL,
    until        timestamptz(3) NOT NULL,
    status       text           NOT NULL CHECK (status IN ('running', 'completed', 'cancelled', 'stopped')),
    total        int            NOT NULL,
    scheduled    int            NOT NULL DEFAULT 0,
    reached_at   timestamptz(3) NOT NULL,
    reached_id   text           NOT NULL DEFAULT '',
    next_step_at timestamptz(3) NOT NULL,
    created_at   timestamptz(3) NOT NULL,
    finished_at  timestamptz(3),
    CHECK ((status = 'running') = (finished_at IS NULL))
  )`,
  `CREATE INDEX recoveries_list ON recoveries (webhook_id, created_at DESC, id DESC)`,
  `CREATE UNIQUE INDEX recoveries_running ON recoveries (webhook_id) WHERE status = 'running'`,

  ...rowLevelSecurity({
    tables: [
      'webhook_endpoints',
      'webhook_secrets',
      'webhook_failures',
      'call_gates',
      'webhook_events',
      'deliveries',
      'delivery_attempts',
      'recoveries',
    ],
  }),
];

export class Webhooks1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...eventStoreSql, ...messagingSql, ...idempotencySql, ...webhooksSql]) {
      await runner.query(statement);
    }
  }

  async down(): Promise<void> {
    throw new Error('The first migration is not undone: drop the schema.');
  }
}
