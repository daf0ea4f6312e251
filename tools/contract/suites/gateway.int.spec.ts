import { gatewaySuite } from '../src/gateway-suite.ts';

await gatewaySuite();
