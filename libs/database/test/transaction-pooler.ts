import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

/** One connection to the server, and the client that has it now. */
class Backend {
  client: Socket | undefined;
  #rest = Buffer.alloc(0);

  constructor(
    readonly socket: Socket,
    onFree: (backend: Backend) => void,
  ) {
    socket.on('data', (chunk: Buffer) => {
      this.client?.write(chunk);
      if (this.#becameIdle(chunk)) onFree(this);
    });
    socket.on('error', () => undefined);
  }

  /** Whether the server has said that it is ready, outside of a transaction. */
  #becameIdle(chunk: Buffer): boolean {
    let idle = false;
    let rest = Buffer.concat([this.#rest, chunk]);
    while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      idle = rest[0] === READY && rest[5] === IDLE;
      rest = rest.subarray(end);
    }
    this.#rest = Buffer.from(rest);
    return idle;
  }
}

/**
 * A pooler in transaction mode, as small as it can be: each client gets in by its own backend, and from then on each statement or
 * transaction is answered by any backend that is free.
 */
export class TransactionPooler {
  readonly #sockets = new Set<Socket>();
  readonly #free: Backend[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    private readonly lends: 'freed last' | 'freed first',
  ) {
    server.on('connection', (client) => this.#serve(client));
  }

  static async to(databaseUrl: string, lends: 'freed last' | 'freed first'): Promise<TransactionPooler> {
    const server = createServer();
    const pooler = new TransactionPooler(server, new URL(databaseUrl), lends);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return pooler;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #serve(client: Socket): void {
    const socket = connect(Number(this.target.port), this.target.hostname);
    for (const one of [client, socket]) this.#sockets.add(one.on('error', () => undefined));
    let lent: Backend | undefined = new Backend(socket, (backend) => {
      const { client: served } = backend;
      backend.client = undefined;
      this.#free.push(backend);
      served?.emit('freed', backend);
    });
    lent.client = client;
    client.on('freed', () => (lent = undefined));
    client.on('data', (chunk: Buffer) => {
      lent ??= this.lends === 'freed last' ? this.#free.pop() : this.#free.shift();
      if (lent === undefined) throw new Error('no backend is free');
      lent.client = client;
      lent.socket.write(chunk);
    });
  }
}
