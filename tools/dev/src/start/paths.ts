import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';

/** The repository. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');
const data = resolve(root, process.env['DATA_DIR'] ?? '.data');

/** Folders and files of a running system, all below `.data/` or the folder that DATA_DIR names. */
export const paths = {
  root,
  data,
  postgres: join(data, 'postgres'),
  kafka: join(data, 'kafka'),
  secrets: join(data, 'secrets.json'),
  environments: join(data, 'env'),
  certificateAuthority: { cert: join(data, 'ca', 'ca.pem'), key: join(data, 'ca', 'ca-key.pem') },
  run: join(data, 'run.json'),
  demo: join(data, 'demo.json'),
  log: join(data, 'logs', 'system.log'),
  infrastructureLog: join(data, 'logs', 'infrastructure.log'),
} as const;
