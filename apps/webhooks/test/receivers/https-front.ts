import type { TestCertificate } from '@ci/testing';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A delivery as it came in. */
export interface Captured {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface HttpsFront {
  readonly url: string;
  readonly captured: readonly Captured[];
  close(): Promise<void>;
}

/** What ends TLS before a receiver: passes each delivery on as it is, and notes it. */
export async function httpsFront({ cert, key }: TestCertificate, port: number): Promise<HttpsFront> {
  const captured: Captured[] = [];
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    const passOn = async (): Promise<void> => {
      const delivery = { headers: incoming.headers as Record<string, string>, body: await buffer(incoming) };
      captured.push(delivery);
      outgoing.writeHead(await post(port, delivery)).end();
    };
    passOn().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    captured,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends a delivery to a receiver on loopback; answers the status. */
export async function post(port: number, { headers, body }: Captured): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method: 'POST', headers, agent: false };
    request({ ...options, headers: { ...headers, 'content-length': body.length } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}
