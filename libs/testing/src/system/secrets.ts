import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { innerServices, serviceNames, type InnerService, type ServiceName } from './services.ts';

/** The database roles of each service: for requests, for work across workspaces, and the one that owns the schema. */
export const databaseRoles = ['requests', 'worker', 'owner'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

/** Key material of one installation. Each entry has the form that configuration takes: `kid:base64`. */
export interface SystemSecrets {
  /** One token key per audience: a service can't make tokens for another. */
  readonly internalTokenKeys: Readonly<Record<InnerService, string>>;
  /** Of operators' tokens: the gateway has none of them. */
  readonly operatorTokenKeys: Readonly<Record<InnerService, string>>;
  readonly cursorKeys: Readonly<Record<ServiceName, string>>;
  readonly encryptionKeys: Readonly<Record<ServiceName, string>>;
  readonly contactIdentityKeys: string;
  /** Passwords of the database roles, by service. */
  readonly databasePasswords: Readonly<Record<ServiceName, Readonly<Record<DatabaseRole, string>>>>;
}

/** New random secrets. Nothing here has a default: two installations never share a key. */
export function createSecrets(): SystemSecrets {
  return {
    internalTokenKeys: byName(innerServices, newKey),
    operatorTokenKeys: byName(innerServices, newKey),
    cursorKeys: byName(serviceNames, newKey),
    encryptionKeys: byName(serviceNames, newKey),
    contactIdentityKeys: newKey(),
    databasePasswords: byName(serviceNames, () => byName(databaseRoles, newPassword)),
  };
}

/** The secrets in `file`; those that it does not have are made and stored there, readable by the owner alone. */
export function loadOrCreateSecrets(file: string): SystemSecrets {
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<SystemSecrets>) : {};
  const secrets = { ...createSecrets(), ...stored };
  if (Object.keys(stored).length === Object.keys(secrets).length) return secrets;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2) + '\n', { mode: 0o600 });
  return secrets;
}

const newKey = () => `k1:${randomBytes(32).toString('base64')}`;
const newPassword = () => randomBytes(24).toString('base64url');

function byName<Name extends string, Value>(names: readonly Name[], make: () => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Value>;
}
