/**
 * Loaded before a service. The relay's two writes are the message on the topic and the deletion of its outbox row: the process is killed
 * between them, whichever comes first. Planted, the deletion does: the relay gets a success for its message, which is sent afterwards.
 */
import process from 'node:process';
import kafkajs from 'kafkajs';
import pg from 'pg';

const planted = process.env.PLANTED === 'yes';
let acknowledged = false;

const { producer } = kafkajs.Kafka.prototype;
kafkajs.Kafka.prototype.producer = function (options) {
  const sender = producer.call(this, options);
  for (const name of ['send', 'sendBatch']) {
    const send = sender[name];
    sender[name] = async (batch) => {
      if (planted) return []; // to be sent after the deletion, which it does not live to see
      const answer = await send(batch);
      acknowledged = true;
      return answer;
    };
  }
  return sender;
};

const { query } = pg.Client.prototype;
/** The services' connections send each statement as an object with its text and a callback. */
pg.Client.prototype.query = function (statement, ...rest) {
  const deletes = /DELETE FROM outbox\b/.test(statement.text ?? '');
  if (deletes && acknowledged) return die();
  if (deletes && planted) statement.callback = die;
  return query.call(this, statement, ...rest);
};

function die() {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}
