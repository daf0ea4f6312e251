import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { UnfitRole } from '../database/role-check.ts';

/** Where a service listens. */
export interface ListenAddress {
  readonly HOST: string;
  readonly PORT: number;
}

/**
 * Lets a service take up its work, messages only when all parts of it are ready. Under a database role that it must not have it does
 * nothing: one line says why, and the process ends with 1.
 */
export async function listenOrExit(app: NestFastifyApplication, { HOST, PORT }: ListenAddress): Promise<void> {
  try {
    await app.init();
    await app.startAllMicroservices();
    await app.listen(PORT, HOST);
  } catch (error) {
    if (!(error instanceof UnfitRole)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
