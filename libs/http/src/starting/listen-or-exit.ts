import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MetricsServer } from '@ci/observability';
import { AwaitedDependencies } from '@ci/database';
import { StartAborted, StartRefused } from '@ci/errors';
import { releaseStartMemory } from './release-start-memory.ts';
import { StartupServer, type ListenAddress } from './startup-server.ts';

/**
 * Lets a service take up its work, messages only when all parts of it are ready. What is not there yet, or goes away meanwhile, is waited for,
 * and `/health/ready` names it; metrics are shown from the beginning. A configuration with which it must not or can not start ends the
 * process: one line says why, exit code 1.
 */
export async function listenOrExit(app: NestFastifyApplication, address: ListenAddress): Promise<void> {
  let startupServer: StartupServer | undefined;
  try {
    await partOf(app, MetricsServer)?.start();
    // A service without a database waits for nothing.
    const awaited = partOf(app, AwaitedDependencies) ?? new AwaitedDependencies();
    startupServer = await StartupServer.open(address, () => awaited.names);
    await app.init();
    await app.startAllMicroservices();
    releaseStartMemory();
    await startupServer.close();
    await app.listen(address.PORT, address.HOST);
  } catch (error) {
    await startupServer?.close();
    // The code that requested the end completes it.
    if (error instanceof StartAborted) return;
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function partOf<Part>(app: NestFastifyApplication, part: Type<Part>): Part | undefined {
  try {
    return app.get(part, { strict: false });
  } catch {
    return undefined;
  }
}
