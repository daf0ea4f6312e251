import { connect } from 'node:net';

/**
 * Whether a Kafka broker is ready: it answers a Metadata request and lists at least one live broker. An open port is not
 * enough, because a broker listens before it has joined its cluster.
 */
export function kafkaAnswers(port: number, timeoutMs = 2_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    let answer: Buffer = Buffer.alloc(0);
    const finish = (ready: boolean): void => {
      socket.destroy();
      resolve(ready);
    };
    socket.setTimeout(timeoutMs, () => finish(false));
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
    socket.on('connect', () => socket.write(metadataRequest()));
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length >= 12) finish(answer.readInt32BE(8) > 0);
    });
  });
}

/** Metadata v1 without topics. Answer: length, correlation id, then the number of brokers, four bytes each. */
function metadataRequest(): Buffer {
  const request = Buffer.alloc(4 + 2 + 2 + 4 + 2 + 4);
  request.writeInt32BE(request.length - 4, 0);
  request.writeInt16BE(3, 4); // api key: Metadata
  request.writeInt16BE(1, 6); // version
  request.writeInt32BE(1, 8); // correlation id
  request.writeInt16BE(-1, 12); // no client id
  request.writeInt32BE(0, 14); // no topics
  return request;
}
