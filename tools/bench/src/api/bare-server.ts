import { fastify } from 'fastify';
import pg from 'pg';

/**
 * What the API is compared with: Fastify and pg with nothing in between, as one writes it in an hour. No key, no limits, no checks, no
 * events; statements are prepared, the pool is as large as a service's. Rows become JSON by Fastify.
 */
const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'] ?? '', max: 10 });
const server = fastify({ bodyLimit: 10 * 1024 * 1024 });

const columns = `id, created_at, updated_at, duration_seconds, rep_id, prospect_email, coaching_score, outcome,
  CASE WHEN outcome_provided IS NULL THEN 'inferred' ELSE 'provided' END AS outcome_source, analysis_status, title, external_id, source`;

server.get<{ Querystring: { workspace: string; limit: string } }>('/calls', async ({ query }) => {
  const limit = Number(query.limit);
  const { rows } = await pool.query<{ id: string }>({
    name: 'list',
    text: `SELECT ${columns} FROM ingestion.calls WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
    values: [query.workspace, limit + 1],
  });
  return { data: rows.slice(0, limit), next_cursor: rows[limit - 1]?.id ?? null, has_more: rows.length > limit };
});

server.get<{ Params: { id: string }; Querystring: { workspace: string } }>('/calls/:id', async ({ params, query }) => {
  const { rows } = await pool.query<object>({
    name: 'get',
    text: `SELECT ${columns}, json_build_object('name', rep_name, 'email', rep_email) AS rep,
             json_build_object('email', prospect_email, 'name', prospect_name, 'company', prospect_company) AS prospect,
             timezone, metadata, speaker_mapping,
             (SELECT segments::json FROM ingestion.call_transcripts WHERE call_id = calls.id) AS transcript
           FROM ingestion.calls WHERE id = $1 AND workspace_id = $2`,
    values: [params.id, query.workspace],
  });
  return rows[0];
});

server.post<{ Body: object }>('/calls', async ({ body }, reply) => {
  const { rows } = await pool.query<object>({
    name: 'post',
    text: 'INSERT INTO bare.calls (body) VALUES ($1) RETURNING id, created_at',
    values: [JSON.stringify(body)],
  });
  reply.code(201);
  return Object.assign({}, rows[0], body);
});

await pool.query(`
  CREATE SCHEMA IF NOT EXISTS bare;
  CREATE TABLE IF NOT EXISTS bare.calls (
    id         uuid        PRIMARY KEY DEFAULT uuidv7(),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    body       jsonb       NOT NULL
  )`);
await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
process.on('disconnect', () => process.exit());
