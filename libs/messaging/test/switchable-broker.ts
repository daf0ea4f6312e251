import { connect, createServer, type AddressInfo, type Server } from 'node:net';

/** An address of a broker that is away until it is switched on. */
export class SwitchableBroker {
  refused = 0;
  private isOn = false;
  private readonly server: Server;

  constructor(target: string) {
    const [host, port] = target.split(':');
    this.server = createServer((socket) => {
      if (!this.isOn) {
        this.refused += 1;
        socket.destroy();
        return;
      }
      const broker = connect(Number(port), host);
      socket.on('error', () => broker.destroy()).pipe(broker);
      broker.on('error', () => socket.destroy()).pipe(socket);
    });
  }

  async reservePort(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  accept(): void {
    this.isOn = true;
  }

  async close(): Promise<void> {
    this.server.close();
  }
}
