import { topicDeclarations } from '@ci/contracts';
import { declareTopics } from '@ci/messaging';
import { Command } from 'commander';

/** `npm run topics`: creates the topics that are missing, and says where one that stands differs from its declaration. */
const command = new Command('npm run topics --')
  .description('Declares the topics on the Kafka that KAFKA_BROKERS names. Topics that stand are never altered.')
  .addHelpText('after', '\nEnvironment:\n  KAFKA_BROKERS   host:port, comma separated');
command.parse();

const brokers = process.env['KAFKA_BROKERS'] ?? '';
if (brokers === '') command.error('Set KAFKA_BROKERS to the brokers, for example: KAFKA_BROKERS=127.0.0.1:9092');
const declared = await declareTopics({ brokers: brokers.split(','), clientId: 'topics' }, topicDeclarations);
process.stdout.write(`created: ${declared.created.join(', ') || 'none'}\n`);
process.stdout.write(`there already: ${declared.existing.join(', ') || 'none'}\n`);
