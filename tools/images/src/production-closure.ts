import type { LockedPackage, PackageLock } from './package-lock.ts';

/** What one project of the workspace runs with. */
export interface ProductionClosure {
  /** Folders of the workspace, itself first: `apps/contacts`, `libs/http` … */
  readonly projects: readonly string[];
  /** Places of third-party packages: `node_modules/pg`, `libs/validation/node_modules/ajv` … */
  readonly packages: readonly string[];
}

/**
 * All that a project needs to run, by package-lock.json: dependencies, those of its libraries and theirs, and the peers that a package can not do
 * without. Neither development dependencies nor optional peers, which `npm ls --omit=dev` counts in when another package happens to need them.
 */
export function productionClosure(lock: PackageLock, project: string): ProductionClosure {
  const reached = new Set<string>();
  const open = [project];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    open.push(...needsOf(lock, place));
  }
  const places = [...reached];
  const isPackage = (place: string): boolean => place.includes('node_modules/');
  return {
    projects: [project, ...places.filter((place) => !isPackage(place) && place !== project).sort()],
    packages: places.filter(isPackage).sort(),
  };
}

function needsOf(lock: PackageLock, place: string): readonly string[] {
  const entry = lock.packages[place];
  if (entry === undefined) throw new Error(`package-lock.json knows nothing of ${place}. Run npm install.`);
  const optional = Object.keys(entry.optionalDependencies ?? {});
  return [
    ...requiredBy(entry).map((name) => {
      const found = placeOf(lock, place, name);
      if (found === undefined) throw new Error(`package-lock.json has no ${name}, which ${place} needs.`);
      return found;
    }),
    ...optional.map((name) => placeOf(lock, place, name)).filter((found) => found !== undefined),
  ];
}

function requiredBy(entry: LockedPackage): readonly string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys(dependencies), ...peers].filter((name) => !(name in optionalDependencies));
}

/** Where Node finds a package that `from` imports: in its own node_modules, else in those of the folders above. */
function placeOf({ packages }: PackageLock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[place];
    if (entry !== undefined) return entry.link === true ? entry.resolved : place;
    if (folder === '') return undefined;
  }
}
