import 'reflect-metadata';
import { migrateService } from '@ci/platform';
import { migrations } from './database/schema.ts';

await migrateService('summarization', migrations);
