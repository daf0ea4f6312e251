import { declareTopics } from '@ci/messaging';
import type { Command } from 'commander';
import type { Operations } from '../operations.ts';

/** `topics`: declares all topics, before the services are started for the first time and after a release that brings another. */
export function addTopicsCommand(program: Command, { kafka, topics, print, note }: Operations): void {
  program
    .command('topics')
    .description('Create the topics that are missing, of all services. Existing topics are never altered.')
    .option('--check', 'create nothing; exit with 1 when a topic is missing or other than declared')
    .addHelpText(
      'after',
      `
Reads the KAFKA_… variables alone, KAFKA_REPLICATION_FACTOR and KAFKA_MIN_INSYNC_REPLICAS among them. For what is missing or
differs, it prints the command of Kafka's own tools.`,
    )
    .action(async ({ check: checkOnly = false }: { check?: boolean }) => {
      const { created, existing, missing, differences, commands } = await declareTopics(kafka(), {
        ...topics(),
        checkOnly,
      });
      if (!checkOnly) print(`created: ${created.join(', ') || 'none'}`);
      print(`there already: ${existing.join(', ') || 'none'}`);
      for (const topic of missing) note(`missing: ${topic}`);
      for (const difference of differences) note(`not as declared: ${difference}`);
      for (const command of commands) note(`  ${command}`);
      if (checkOnly && missing.length + differences.length > 0) process.exitCode = 1;
    });
}
