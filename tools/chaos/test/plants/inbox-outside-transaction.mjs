/**
 * Loaded before a service. The process is killed when the first transaction that has noted the arrival of a call is about to commit.
 * Planted, the inbox row was written by another connection, on its own, as happens when a handler does not use the transaction that it
 * is given.
 */
import process from 'node:process';
import pg from 'pg';

const planted = process.env.PLANTED === 'yes';
const { prototype } = pg.Client;
const { query } = prototype;
const noted = new WeakSet();
let outside;
// Statements are sent without a wait for the ones before them: the row has to be written before the process is killed.
let written;

prototype.query = function (...args) {
  const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
  if (this === outside || typeof text !== 'string') return query.apply(this, args);
  if (/^ROLLBACK\b/i.test(text)) noted.delete(this);
  if (/INSERT INTO inbox\b/.test(text) && args[0].values.flat().includes('call.ended')) {
    noted.add(this);
    if (planted) return (written = onItsOwn(args[0]));
  }
  if (/^COMMIT\b/i.test(text) && noted.has(this)) {
    void Promise.resolve(written).finally(() => process.kill(process.pid, 'SIGKILL'));
    return new Promise(() => {});
  }
  return query.apply(this, args);
};

/** The statement as a plain one: as it was sent, it belongs to the connection of its transaction. */
async function onItsOwn({ text, values, callback }) {
  if (outside === undefined) {
    const { WORKER_DATABASE_URL: connectionString, DATABASE_SCHEMA: schema } = process.env;
    outside = new pg.Client({ connectionString, options: `-c search_path=${schema}` });
    await outside.connect();
  }
  const result = await query.call(outside, { text, values });
  callback?.(null, result);
  return result;
}
