import { service } from './service.ts';

await service.describe();
