import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { isService, services } from '../services.ts';
import { billOfMaterials } from './sbom.ts';

/** `npm run --silent sbom`: see the usage below. */
const usage = `npm run --silent sbom [-- service …] > sbom.cdx.json

Writes a bill of materials (CycloneDX 1.5, JSON) of what the named services run with: ${services.join(', ')}; all of them without a
name. It is made from the lock file alone.`;

const args = process.argv.slice(2);
const unknown = args.filter((argument) => !isService(argument));
if (args.includes('--help') || args.includes('-h')) console.log(usage);
else if (unknown.length > 0) {
  console.error(`sbom: there is no service ${unknown.join(', ')}\n\n${usage}`);
  process.exitCode = 2;
} else {
  const projects = (args.length > 0 ? args : services).map((service) => `apps/${service}`);
  const workspace = path.resolve(import.meta.dirname, '../../../..');
  const bill = billOfMaterials({ workspace, projects, serialNumber: randomUUID(), at: new Date() });
  console.log(JSON.stringify(bill, null, 2));
}
