import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Controller, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MAX_BODY_BYTES } from './bodies.ts';
import { createHttpService } from './create-http-service.ts';
import { createLogger } from '@ci/observability';

@Controller('pass')
class PassController {
  @Post()
  pass() {
    return {};
  }
}

@Module({ controllers: [PassController] })
class PassModule {}

describe('a client that is refused while it still sends', () => {
  let app: NestFastifyApplication;
  let port: number;
  beforeAll(async () => {
    const logger = createLogger({ service: 'pass', level: 'silent' });
    app = await createHttpService(PassModule, { service: 'pass', logger, bodies: 'stream', stopOnSignals: false });
    await app.listen(0, '127.0.0.1');
    port = (app.getHttpServer().address() as AddressInfo).port;
  });
  afterAll(() => app.close());

  const body = Buffer.alloc(MAX_BODY_BYTES + 1, 'a');
  const post = `POST /pass HTTP/1.1\r\nHost: test\r\nContent-Length: ${body.length}\r\n`;

  it.each([
    ['of a body that is too large', `${post}Connection: close\r\n\r\n`, 413],
    ['of a body that is too large, on a connection that stays', `${post}\r\n`, 413],
    ['of headers that are too large', 'GET /pass HTTP/1.1\r\nHost: test\r\nX-Long: ', 400],
    ['of what is no HTTP', 'NOT HTTP\r\n\r\n', 400],
    ['of a tunnel', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: test\r\n\r\n', 400],
  ])('reads the refusal %s when it has sent everything', async (_what, head, status) => {
    const client = connect({ port, host: '127.0.0.1' });
    await sendAll(client, Buffer.concat([Buffer.from(head), body]));
    expect(await firstLine(client)).toBe(`HTTP/1.1 ${status} ${status === 413 ? 'Payload Too Large' : 'Bad Request'}`);
    client.destroy();
  });
});

/** Writes in pieces, each when the one before has left, and reads nothing in between. Rejects when the connection breaks. */
async function sendAll(client: Socket, bytes: Buffer): Promise<void> {
  client.pause();
  await once(client, 'connect');
  for (let at = 0; at < bytes.length; at += 65_536) {
    await new Promise<void>((done, failed) => {
      client.write(bytes.subarray(at, at + 65_536), (error) => (error ? failed(error) : done()));
    });
  }
}

async function firstLine(client: Socket): Promise<string> {
  let received = '';
  for await (const chunk of client as AsyncIterable<Buffer>) {
    received += chunk.toString('latin1');
    if (received.includes('\r\n')) break;
  }
  return received.slice(0, received.indexOf('\r\n'));
}
