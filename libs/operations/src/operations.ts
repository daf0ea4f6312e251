import type { DeclareOptions, KafkaSettings } from '@ci/messaging';
import type { KeyRing } from '@ci/config';
import type { DataSource } from 'typeorm';
import type { OperatedService } from './operated-service.ts';

/** The role for work across workspaces, or the one that owns the schema (for what creates tables). */
export type DatabaseRole = 'worker' | 'owner';

export interface DatabaseUse {
  /** Default: worker. */
  readonly role?: DatabaseRole;
  /** Connections. Default 2. */
  readonly poolSize?: number;
  /** Lifts the time limits of a statement and of a transaction, for work that reads whole tables. Default: they hold. */
  readonly unlimited?: boolean;
}

/** What a command works with. Variables are read when they are needed, so that `--help` needs none. */
export interface Operations {
  readonly definition: OperatedService;
  /** Connects, does the work, disconnects. */
  readonly withDatabase: <T>(work: (dataSource: DataSource) => Promise<T>, use?: DatabaseUse) => Promise<T>;
  readonly kafka: () => KafkaSettings;
  /** How topics are declared. */
  readonly topics: () => DeclareOptions;
  /** The keys that sign operators' tokens for this service. */
  readonly tokenKeys: () => KeyRing;
  /** The keys of the service's stored secrets. */
  readonly encryptionKeys: () => KeyRing;
  /** Writes a line on stdout: the result. */
  readonly print: (line: string) => void;
  /** Writes a line on stderr: progress, and what to do next. */
  readonly note: (line: string) => void;
  /** Who is named in `operator_actions` unless a command names another. */
  readonly actor: string;
}
