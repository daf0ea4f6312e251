import { defineEvents, type Erased } from '@ci/domain';

export interface WorkspaceCreated {
  readonly type: 'WorkspaceCreated';
  readonly data: {
    readonly workspaceId: string;
    readonly timezone: string;
    readonly createdAt: string;
    /** What operators call it. Absent in what was made before there were slugs. */
    readonly slug?: string;
  };
  readonly personal: { readonly name: string; readonly domains: readonly string[] } | Erased;
}

export interface WorkspaceChanged {
  readonly type: 'WorkspaceChanged';
  readonly data: {
    readonly timezone: string;
    readonly changedAt: string;
    /** Absent: as before. */
    readonly slug?: string;
  };
  readonly personal: { readonly name: string; readonly domains: readonly string[] } | Erased;
}

export type WorkspaceEvent = WorkspaceCreated | WorkspaceChanged;

export const workspaceEvents = defineEvents<WorkspaceEvent>({
  WorkspaceCreated: { version: 1 },
  WorkspaceChanged: { version: 1 },
});
