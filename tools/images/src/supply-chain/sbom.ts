import { productionClosure } from '../production-closure.ts';
import { nameAt, readPackageLock, type PackageLock } from '../package-lock.ts';
import { readByHand } from './licences.ts';

/** A bill of materials in the form of CycloneDX 1.5. */
export interface BillOfMaterials {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.5';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: {
    readonly timestamp: string;
    readonly component: { readonly type: 'application'; readonly name: string };
  };
  readonly components: readonly Component[];
}

interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly ({ readonly expression: string } | { readonly license: { readonly name: string } })[];
  readonly hashes: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
}

export interface BillOptions {
  readonly workspace: string;
  /** Folders of the projects whose packages are listed, such as `apps/gateway`. */
  readonly projects: readonly string[];
  readonly serialNumber: string;
  readonly at: Date;
}

/** What the projects run with, as their images do. Not by `npm sbom`, which leaves out what only workspaces depend on (npm 11.19). */
export function billOfMaterials({ workspace, projects, serialNumber, at }: BillOptions): BillOfMaterials {
  const lock = readPackageLock(workspace);
  const places = new Set(projects.flatMap((project) => productionClosure(lock, project).packages));
  const components = [...places].map((place) => componentAt(place, lock));
  const byRef = new Map(components.map((component) => [component['bom-ref'], component]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${serialNumber}`,
    version: 1,
    metadata: { timestamp: at.toISOString(), component: { type: 'application', name: projects.join(' ') } },
    components: [...byRef.keys()].sort().flatMap((ref) => byRef.get(ref) ?? []),
  };
}

function componentAt(place: string, lock: PackageLock): Component {
  const { version = '', license, integrity = '' } = lock.packages[place] ?? {};
  const name = nameAt(lock, place);
  const licence = license ?? readByHand[name] ?? 'unknown';
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [/ (?:OR|AND) /.test(licence) ? { expression: licence } : { license: { name: licence } }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
  };
}
