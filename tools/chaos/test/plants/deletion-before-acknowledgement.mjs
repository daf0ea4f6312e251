/**
 * Loaded before a service. The relay's two writes are the message on the topic and the deletion of its outbox row: the process is killed
 * between them, whichever comes first. Planted, the deletion does: the relay is told that its message was sent, and it is sent afterwards.
 */
import process from 'node:process';
import kafkajs from 'kafkajs';
import pg from 'pg';

const planted = process.env.PLANTED === 'yes';
const deleted = Promise.withResolvers();
let acknowledged = false;

const { producer } = kafkajs.Kafka.prototype;
kafkajs.Kafka.prototype.producer = function (options) {
  const sender = producer.call(this, options);
  for (const name of ['send', 'sendBatch']) {
    const send = sender[name];
    sender[name] = async (batch) => {
      if (planted) {
        void deleted.promise.then(() => send(batch));
        return [];
      }
      const answer = await send(batch);
      acknowledged = true;
      return answer;
    };
  }
  return sender;
};

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (...args) {
  const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
  const deletes = typeof text === 'string' && /DELETE FROM outbox\b/.test(text);
  if (deletes && planted) return query.apply(this, args).then(die);
  if (deletes && acknowledged) return die();
  return query.apply(this, args);
};

function die() {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}
