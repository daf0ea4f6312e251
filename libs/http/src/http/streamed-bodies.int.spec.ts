import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { Body, Controller, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MAX_BODY_BYTES } from './bodies.ts';
import { createHttpService } from './create-http-service.ts';
import { createLogger } from '@ci/observability';

@Controller('pass')
class PassController {
  @Post()
  async pass(@Body() body: Readable | undefined) {
    return { received: body === undefined ? null : await text(body) };
  }
}

@Module({ controllers: [PassController] })
class PassModule {}

describe('a service that passes bodies on', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    const logger = createLogger({ service: 'pass', level: 'silent' });
    app = await createHttpService(PassModule, {
      service: 'pass',
      logger,
      bodies: 'stream',
      isPublic: true,
      stopOnSignals: false,
    });
    await app.init();
  });
  afterAll(() => app.close());
  const post = (payload: string | Buffer | undefined, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/pass', headers, ...(payload === undefined ? {} : { payload }) });

  it.each([['application/json'], ['multipart/form-data; boundary=x'], ['text/vtt'], ['']])(
    'hands on %j unread',
    async (type) => {
      const response = await post('{"not json', type === '' ? {} : { 'content-type': type });
      expect([response.statusCode, response.json()]).toEqual([201, { received: '{"not json' }]);
    },
  );

  it('takes a request without a body', async () => {
    expect((await post(undefined)).json()).toEqual({ received: null });
  });

  it('refuses what says that it is too large before it arrives', async () => {
    const response = await post(Buffer.alloc(MAX_BODY_BYTES + 1), { 'content-type': 'application/octet-stream' });
    expect([response.statusCode, response.json()]).toMatchObject([413, { error: { code: 'payload_too_large' } }]);
    expect((await post(Buffer.alloc(MAX_BODY_BYTES), { 'content-type': 'application/octet-stream' })).statusCode).toBe(
      201,
    );
  });

  it('gives requests ids of its own, whatever they claim', async () => {
    const response = await post('x', { 'x-request-id': 'mine' });
    expect(response.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
  });
});
