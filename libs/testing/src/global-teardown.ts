import { stopInfrastructure } from './infrastructure/start-infrastructure.ts';

/** Jest's globalTeardown: ends what globalSetup started. */
export default async function globalTeardown(): Promise<void> {
  await stopInfrastructure();
}
