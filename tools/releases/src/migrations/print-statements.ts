import path from 'node:path';
import { migrationStatements } from './migration-statements.ts';

/** `print-statements.ts SERVICE`: what its migrations say, as built. A separate program, because what is built reads built libraries. */
const [service = ''] = process.argv.slice(2);
const project = path.resolve(import.meta.dirname, '../../../../apps', service);
const built = (name: string): string => path.join(project, 'compiled/database/migrations', `${name}.migration.js`);

console.log(JSON.stringify(await migrationStatements(path.join(project, 'src/database/migrations'), built)));
