import { declareTopics, kafkaSettings, topicOptions } from '@ci/messaging';
import { configOrExit, kafkaConfig, loadConfig, topicsConfig } from '@ci/config';
import { Command } from 'commander';
import { z } from 'zod';

/** `npm run topics`: creates the topics that are missing, and says where an existing one differs from its declaration. */
new Command('npm run topics --')
  .description('Declares the topics on the Kafka that KAFKA_BROKERS names. Existing topics are never altered.')
  .addHelpText(
    'after',
    '\nEnvironment:\n  KAFKA_BROKERS   host:port, comma separated; the other KAFKA_… variables as for a service',
  )
  .parse();

const config = configOrExit(() => loadConfig(z.object({ ...kafkaConfig, ...topicsConfig })));
const { created, existing, differences, commands } = await declareTopics(
  kafkaSettings(config, 'topics'),
  topicOptions(config),
);
process.stdout.write(`created: ${created.join(', ') || 'none'}\n`);
process.stdout.write(`there already: ${existing.join(', ') || 'none'}\n`);
for (const line of [...differences, ...commands]) process.stderr.write(`not as declared: ${line}\n`);
