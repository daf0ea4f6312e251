import { declareTopics } from '@ci/messaging';
import type { Command } from 'commander';
import type { Operations } from '../operations.ts';

/** `topics`: declares all topics, before the services are started for the first time and after a release that brings another. */
export function addTopicsCommand(program: Command, { kafka, print, note }: Operations): void {
  program
    .command('topics')
    .description('Create the topics that are missing, of all services. Topics that stand are never altered.')
    .addHelpText('after', '\nNeeds KAFKA_BROKERS alone. Where one stands otherwise than declared, that is said.')
    .action(async () => {
      const { created, existing, differences } = await declareTopics(kafka());
      print(`created: ${created.join(', ') || 'none'}`);
      print(`there already: ${existing.join(', ') || 'none'}`);
      for (const difference of differences) note(`not as declared: ${difference}`);
    });
}
