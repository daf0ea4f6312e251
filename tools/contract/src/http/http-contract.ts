import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Caller } from '@ci/security';
import { innerServices, type InnerService } from '@ci/testing/services';
import { atCommit } from '@ci/tools-images/snapshot';

const workspace = path.resolve(import.meta.dirname, '../../../..');
const folder = path.join(workspace, 'libs', 'contracts', 'gateway-expectations');

/** One request that the gateway sends to a service, and what it needs back. Names in braces stand for what differs each time. */
export interface Expectation {
  readonly name: string;
  /** What has to be there before: a state of the service's script. */
  readonly given: string;
  readonly request: SentRequest;
  readonly answer: NeededAnswer;
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or the text of any other body. */
  readonly body?: unknown;
}

export interface NeededAnswer {
  readonly status: number;
  /** In braces: any value. */
  readonly headers: Readonly<Record<string, string>>;
  /** An example: its names and the kinds of its values are needed. */
  readonly body?: unknown;
}

/** What the gateway and one service have agreed on: libs/contracts/gateway-expectations/SERVICE.json. */
export interface HttpContract {
  readonly consumer: 'gateway';
  readonly provider: InnerService;
  /** What the internal token says of the caller. */
  readonly token: Caller;
  readonly expectations: readonly Expectation[];
}

export type HttpContracts = Readonly<Record<InnerService, HttpContract>>;

export function httpContractFile(service: InnerService): string {
  return path.join(folder, `${service}.json`);
}

/** A service without a file has no expectations: the gateway's tests say which are missing. */
export function readHttpContracts(): HttpContracts {
  const entries = innerServices.map((service) => [service, readHttpContract(service)] as const);
  return Object.fromEntries(entries) as Record<InnerService, HttpContract>;
}

function readHttpContract(provider: InnerService): HttpContract {
  const file = httpContractFile(provider);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as HttpContract;
  return { consumer: 'gateway', provider, token: exampleCaller, expectations: [] };
}

/** What the gateway of a commit expects of a service. */
export async function httpContractAt(commit: string, provider: InnerService): Promise<HttpContract> {
  const files = await atCommit(workspace, commit);
  const text = await files.read(path.relative(workspace, httpContractFile(provider)));
  if (text === undefined) throw new Error(`the gateway of ${commit} expects nothing of ${provider}`);
  return JSON.parse(text) as HttpContract;
}

/** The caller of every exchange that is recorded. */
export const exampleCaller: Caller = {
  workspace: { id: '{workspace}', timezone: 'UTC', domains: [] },
  actor: '{key}',
  scope: 'read-write',
};

/** Puts values in the place of names in braces. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (found, name: string) => values[name] ?? found);
}
