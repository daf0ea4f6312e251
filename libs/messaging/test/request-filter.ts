import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between Kafka and its clients that cuts the connection on which a certain kind of request comes. */
export class RequestFilter {
  /** How many such requests came. */
  refused = 0;
  private target = 0;
  private apiKey: number | undefined;
  private readonly clients = new Set<Socket>();
  private readonly server = createServer((client) => this.join(client));

  async listen(): Promise<number> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this.port;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  leadTo(port: number): void {
    this.target = port;
  }

  /** From now on, or none any more; who is connected has to connect again. */
  refuse(apiKey: number | undefined): void {
    this.apiKey = apiKey;
    this.refused = 0;
    for (const client of this.clients) client.destroy();
  }

  async close(): Promise<void> {
    this.refuse(undefined);
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    const broker = connect(this.target, '127.0.0.1');
    this.clients.add(client);
    client.on('close', () => this.clients.delete(client) && broker.destroy()).on('error', () => undefined);
    broker.on('close', () => client.destroy()).on('error', () => undefined);
    const refuses = this.requestsOf((apiKey) => apiKey === this.apiKey);
    client.on('data', (chunk) => {
      if (refuses(chunk)) {
        this.refused += 1;
        client.destroy();
      } else broker.write(chunk);
    });
    broker.pipe(client);
  }

  /** Whether one of the requests that begin in the next bytes is such a one: four bytes of length, then two of its kind. */
  private requestsOf(isOne: (apiKey: number) => boolean): (chunk: Buffer) => boolean {
    let pending = Buffer.alloc(0);
    return (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      let found = false;
      while (pending.length >= 6 && pending.length >= 4 + pending.readInt32BE(0)) {
        found ||= isOne(pending.readInt16BE(4));
        pending = pending.subarray(4 + pending.readInt32BE(0));
      }
      return found;
    };
  }
}
