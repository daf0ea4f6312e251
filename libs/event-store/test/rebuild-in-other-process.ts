import 'reflect-metadata';
import { createDataSource } from '@ci/database';

import { rebuildProjection } from '../src/index.ts';
import { guestRows } from './guest-rows.ts';

// A rebuild that waits to be killed within a page: URL, schema, events per page and the number of that page come as arguments.
const [url = '', schema = '', pageEvents = '', lastPage = ''] = process.argv.slice(2);
const limits = { statementMs: 0, idleInTransactionMs: 0 };
const dataSource = createDataSource({ url, schema, applicationName: 'rebuild-test', limits });
await dataSource.initialize();
let page = 0;
await rebuildProjection({
  dataSource,
  pageEvents: Number(pageEvents),
  projection: guestRows(async () => {
    page += 1;
    if (page < Number(lastPage)) return;
    process.stdout.write('ready to be killed\n');
    await new Promise<never>(() => undefined);
  }),
});
