import 'reflect-metadata';
import { migrateService } from '@ci/platform';
import { SERVICE } from './config.ts';
import { access } from './database/access.ts';
import { migrations } from './database/data-source.ts';

await migrateService(SERVICE, { migrations, access });
