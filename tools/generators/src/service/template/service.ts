import { createService } from '@ci/service';
import { readConfig, SERVICE } from './config.ts';
import { access } from './database/access.ts';
import { migrations } from './database/schema.ts';

export const service = createService({
  name: SERVICE,
  readConfig,
  database: { migrations, access },
  api: { title: 'Blank' },
  controllers: [],
});
