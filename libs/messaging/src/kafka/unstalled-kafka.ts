import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import kafkajs, {
  type Admin,
  type AdminConfig,
  type Consumer,
  type ConsumerConfig,
  type ISocketFactoryArgs,
  type KafkaConfig,
  type Producer,
  type ProducerConfig,
  type RequestTimeoutEvent,
} from 'kafkajs';

/** As kafkajs' own sockets. */
const KEEP_ALIVE_DELAY_MS = 60_000;

/**
 * kafkajs goes on with a connection on which a request was not answered in time. One that has stalled fails every request until the system
 * gives it up, after a quarter of an hour: here it ends, and the next request has another.
 */
export class UnstalledKafka extends kafkajs.Kafka {
  readonly #sockets: Map<Socket, string>;

  constructor(config: KafkaConfig) {
    const sockets = new Map<Socket, string>();
    super({
      ...config,
      socketFactory: (to) => {
        const socket = openSocket(to);
        sockets.set(socket, `${to.host}:${to.port}`);
        return socket.once('close', () => sockets.delete(socket));
      },
    });
    this.#sockets = sockets;
  }

  override consumer(config: ConsumerConfig): Consumer {
    const consumer = super.consumer(config);
    consumer.on(consumer.events.REQUEST_TIMEOUT, this.#endStalled);
    return consumer;
  }

  override producer(config?: ProducerConfig): Producer {
    const producer = super.producer(config);
    producer.on(producer.events.REQUEST_TIMEOUT, this.#endStalled);
    return producer;
  }

  override admin(config?: AdminConfig): Admin {
    const admin = super.admin(config);
    admin.on(admin.events.REQUEST_TIMEOUT, this.#endStalled);
    return admin;
  }

  /** Ends the connections, or those to one broker: their requests fail, and the next request has another connection. */
  endConnections(reason: string, only?: string): void {
    for (const [socket, broker] of this.#sockets) {
      if (only === undefined || broker === only) socket.destroy(new Error(reason));
    }
  }

  readonly #endStalled = ({ payload: { apiName, broker } }: RequestTimeoutEvent): void =>
    this.endConnections(`${apiName} was not answered in time`, broker);
}

function openSocket({ host, port, ssl, onConnect }: Destination): Socket {
  // No name of an address: RFC 6066.
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const socket = ssl
    ? connectTls({ host, port, ...servername, ...ssl }, onConnect)
    : connect({ host, port }, onConnect);
  return socket.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
}

/** Without TLS there is no `ssl`, whatever the types of kafkajs say. */
type Destination = Omit<ISocketFactoryArgs, 'ssl'> & { readonly ssl?: ISocketFactoryArgs['ssl'] | null };
