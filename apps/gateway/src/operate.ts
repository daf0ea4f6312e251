import { service } from './service.ts';

await service.operate(process.argv);
