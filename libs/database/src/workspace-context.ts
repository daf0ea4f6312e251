import { AsyncLocalStorage } from 'node:async_hooks';

const workspaces = new AsyncLocalStorage<string>();

/** Runs work for one workspace: what it does on the connections for requests meets the rows of that workspace and no others. */
export function inWorkspace<T>(workspaceId: string, work: () => T): T {
  if (workspaceId === '') throw new TypeError('a workspace has an id');
  return workspaces.run(workspaceId, work);
}

/** The workspace that is being worked for; undefined outside of `inWorkspace`. */
export function currentWorkspace(): string | undefined {
  return workspaces.getStore();
}
