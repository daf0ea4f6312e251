import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '@ci/security';
import { Readiness } from './readiness.ts';

/** Says whether the process lives, and whether it can work. */
@Public()
@ApiExcludeController()
@Controller('health')
export class HealthController {
  readonly #readiness: Readiness;

  constructor(@Inject(Readiness) readiness: Readiness) {
    this.#readiness = readiness;
  }

  @Get('live')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  @Get('ready')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const { ready, checks } = await this.#readiness.report();
    await reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', checks });
  }
}
