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

prototype.query = function (...args) {
  const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
  if (this === outside || typeof text !== 'string') return query.apply(this, args);
  if (/INSERT INTO inbox\b/.test(text) && args[0].values.flat().includes('call.ended')) {
    noted.add(this);
    if (planted) return onItsOwn(args);
  }
  if (/^COMMIT\b/i.test(text) && noted.has(this)) {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  }
  return query.apply(this, args);
};

async function onItsOwn(args) {
  if (outside === undefined) {
    const { WORKER_DATABASE_URL: connectionString, DATABASE_SCHEMA: schema } = process.env;
    outside = new pg.Client({ connectionString, options: `-c search_path=${schema}` });
    await outside.connect();
  }
  return query.apply(outside, args);
}
