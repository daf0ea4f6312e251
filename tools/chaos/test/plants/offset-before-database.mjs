/**
 * Loaded before a service. The first batch that arrives finds the process killed before anything of it reaches the database. Planted, its
 * offsets have been committed by then, as a consumer does that commits first and works afterwards.
 */
import process from 'node:process';
import kafkajs from 'kafkajs';

const planted = process.env.PLANTED === 'yes';
const startedAt = Date.now();
const { prototype } = kafkajs.Kafka;
const { consumer } = prototype;

prototype.consumer = function (options) {
  const member = consumer.call(this, options);
  const { run } = member;
  member.run = (config) => run({ ...config, eachBatch: (payload) => meet(payload, config.eachBatch) });
  return member;
};

async function meet(payload, eachBatch) {
  const { topic, partition, messages } = payload.batch;
  // What a batch brings again was handled before: losing it loses nothing.
  if (messages.length === 0 || Number(messages.at(-1).timestamp) < startedAt) return eachBatch(payload);
  const offset = String(BigInt(messages.at(-1).offset) + 1n);
  if (planted) await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] });
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {}); // nothing more of it happens
}
