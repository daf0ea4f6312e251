import type { Json } from './json.ts';

interface ParameterText {
  readonly description: string;
  readonly example?: unknown;
}

const ids: Readonly<Record<string, ParameterText>> = {
  calls: { description: 'Id of the call.', example: 'call_01jd7v9k3rf0p8m2c5q6t4w9xz' },
  'action-items': { description: 'Id of the action item.', example: 'act_01jd7vb2m4k6n8p0q2r4s6t8vw' },
  contacts: { description: 'Id of the contact.', example: 'con_01jd7v9m8kq2s4v6x8z0b2d4fg' },
  webhooks: { description: 'Id of the webhook endpoint.', example: 'whk_01jd7v8f6h8j0k2m4n6p8q0r2s' },
  deliveries: { description: 'Id of the delivery.', example: 'dlv_01jd7vc0e2g4j6m8p0s2v4x6z8' },
};

/** By the name of the parameter. The id in the path is named by the list that it belongs to. */
const texts: Readonly<Record<string, ParameterText>> = {
  limit: { description: 'Page size, in items.', example: 100 },
  cursor: {
    description: 'The `next_cursor` of the page before. Omit it for the first page.',
    example: 'eyJ2IjoxfQ.c2ln',
  },
  rep_id: { description: 'User ID of the sales rep.', example: 'user_dana' },
  from: { description: 'Only calls with `created_at` at or after this instant.', example: '2026-11-01T00:00:00Z' },
  to: { description: 'Only calls with `created_at` at or before this instant.', example: '2026-11-30T23:59:59Z' },
  outcome: { description: 'Only calls with this outcome.', example: 'lost' },
  prospect_email: {
    description: 'Email address of the prospect, in any case.',
    example: 'marcus.webb@acme-logistics.example',
  },
  external_id: { description: 'Id of the call in the system that it comes from.', example: 'zoom-92817' },
  updated_since: { description: 'Only calls that changed at or after this instant.', example: '2026-11-20T09:00:00Z' },
  delivery_id: { description: 'Id of the delivery.', example: 'dlv_01jd7vc0e2g4j6m8p0s2v4x6z8' },
  recovery_id: { description: 'Id of the recovery.', example: 'rec_01jd7vf2m4p6r8t0v2x4z6b8d0' },
  owner: { description: 'Only items of this side.', example: 'rep' },
  completed: { description: '`true`: only completed items. `false`: only open items.', example: false },
  due_before: { description: 'Only items with a due date before this date.', example: '2026-12-01' },
  sort: {
    description: '`created_at`: newest first. `due_date`: earliest date first, items without a date last.',
    example: 'due_date',
  },
  email: {
    description: 'Exact email address, in any case. Returns at most one contact.',
    example: 'marcus.webb@acme-logistics.example',
  },
  event_type: { description: 'Only deliveries of events of this type.', example: 'summary.ready' },
  status: { description: 'Only deliveries in this state.', example: 'failed' },
  dry_run: { description: '`true`: returns what would happen, and stores and sends nothing.', example: true },
  started_at: { description: 'Start of the call: RFC 3339 with a zone.', example: '2026-11-20T10:00:00-05:00' },
  rep_name: { description: 'Name of the rep, as the file has it.', example: 'Dana Reyes' },
  rep_email: { description: 'Email address of the rep.', example: 'dana@example.com' },
  prospect_name: { description: 'Name of the prospect, as the file has it.', example: 'Marcus Webb' },
  company: { description: 'Company of the prospect.', example: 'Acme Logistics' },
  source: { description: 'System that the call comes from.', example: 'zoom' },
  timezone: {
    description: "IANA time zone in which dates are read. Default: the workspace's.",
    example: 'America/New_York',
  },
  format: { description: 'Format of the file. `auto` recognizes it by its shape.', example: 'vtt' },
  speaker: {
    description: 'Side of a speaker in the file: `NAME:rep` or `NAME:prospect`. Repeat it for each speaker.',
    example: ['Dana Reyes:rep'],
  },
  Prefer: {
    description: '`wait=N` holds the request for up to N seconds, at most 30, until the result is ready.',
    example: 'wait=30',
  },
  'If-None-Match': {
    description: 'The `ETag` of an earlier response. If nothing has changed, the response is 304 without a body.',
    example: '"5f2a9c"',
  },
  'Idempotency-Key': {
    description:
      'A key of yours for this request. A repeat with the same key within 24 hours gets the stored response, with `Idempotent-Replayed: true`.',
    example: 'meeting-4711',
  },
};

/** A parameter with its description and an example. */
export function withParameterText(parameter: Json, path: string): Json {
  const name = String(parameter['name']);
  return { ...parameter, ...(name === 'id' ? ids[path.split('/', 1)[0] ?? ''] : texts[name]) };
}
