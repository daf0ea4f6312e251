import { contractSuite } from '../src/contract-suite.ts';

await contractSuite('ingestion');
