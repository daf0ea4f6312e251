import type { DataSource } from 'typeorm';

/** Connects. What was cut after its first connection leaves a pool, and the next attempt makes a new one: a failed one is taken down. */
export async function initialized(dataSource: DataSource): Promise<DataSource> {
  try {
    return await dataSource.initialize();
  } catch (error) {
    await dataSource.driver.disconnect().catch(() => undefined);
    throw error;
  }
}
