import 'reflect-metadata';
import { migrateService } from '@ci/platform';
import { access } from './database/access.ts';
import { migrations } from './database/schema.ts';

await migrateService('contacts', { migrations, access });
