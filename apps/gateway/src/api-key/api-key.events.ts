import { defineEvents, type Erased } from '@ci/domain';

export type KeyScope = 'read-only' | 'read-write';

export interface KeyCreated {
  readonly type: 'KeyCreated';
  readonly data: { readonly keyId: string; readonly scope: KeyScope; readonly createdAt: string };
  readonly personal: { readonly name: string } | Erased;
}

export interface KeyDeleted {
  readonly type: 'KeyDeleted';
  readonly data: { readonly deletedAt: string };
}

/** The life of a key. Its hash is in a separate table: events name secrets by id alone. */
export type ApiKeyEvent = KeyCreated | KeyDeleted;

export const apiKeyEvents = defineEvents<ApiKeyEvent>({ KeyCreated: { version: 1 }, KeyDeleted: { version: 1 } });
