import { mixedVersionsSuite } from '../src/mixed-versions/mixed-versions-suite.ts';

await mixedVersionsSuite();
