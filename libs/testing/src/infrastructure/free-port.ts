import { createServer } from 'node:net';

/** The preferred TCP port on loopback when it is free, any free one otherwise. */
export async function freePort(preferred = 0): Promise<number> {
  try {
    return await listenOnce(preferred);
  } catch (error) {
    if (preferred === 0) throw error;
    return listenOnce(0);
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
