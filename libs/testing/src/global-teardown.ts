import { stopParts } from './parts/start-parts.ts';

/** Jest's globalTeardown: ends what globalSetup started. */
export default async function globalTeardown(): Promise<void> {
  await stopParts();
}
