import 'reflect-metadata';
import { republishMessages } from '@ci/operations';
import { createDataSource } from '@ci/database';
import { operations } from '../src/operations.ts';

// A republication that waits to be killed within its second page, whose messages it has made. The URL comes as an argument.
const [url = ''] = process.argv.slice(2);
const dataSource = createDataSource({ url, schema: 'ingestion', applicationName: 'republish-test' });
await dataSource.initialize();
const publisher = operations.publisher!;
let pages = 0;
await republishMessages(
  dataSource,
  {
    ...publisher,
    page: async (...page) => {
      const made = await publisher.page(...page);
      pages += 1;
      if (pages < 2) return made;
      process.stdout.write('ready to be killed\n');
      return new Promise<never>(() => undefined);
    },
  },
  { audience: 'contacts', topics: publisher.topics, from: new Date(0) },
);
