import 'reflect-metadata';
import { runOperations } from '@ci/operations';
import { operations } from './operations.ts';

await runOperations(operations, process.argv);
