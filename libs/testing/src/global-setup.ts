import { startInfrastructure } from './infrastructure/start-infrastructure.ts';

interface ProjectConfig {
  readonly testPathIgnorePatterns: readonly string[];
}

/** Jest's globalSetup: Postgres and Kafka for the integration tests, unless the run leaves those out. */
export default async function globalSetup(_: unknown, project?: ProjectConfig): Promise<void> {
  const unitOnly = project?.testPathIgnorePatterns.some((pattern) => pattern.includes('int.spec')) ?? false;
  if (!unitOnly) await startInfrastructure({ log: (line) => process.stderr.write(`infrastructure: ${line}\n`) });
}
