import 'reflect-metadata';
import { migrateService } from '@ci/platform';
import { migrations } from './database/data-source.ts';

await migrateService('webhooks', migrations);
