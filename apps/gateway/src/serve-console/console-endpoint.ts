import { invalidRequest } from '@ci/domain';
import type { OriginRequest } from '@ci/event-store';
import type { ZodType } from 'zod';
import type { SetHeader } from '../limit-rates/rate-limits.ts';
import type { MemberSession } from '../sign-in/sessions.ts';

/** A request of the console, its body parsed and not yet checked. */
export interface Asked {
  readonly body: unknown;
  /** `:id` of the path. */
  readonly id: string;
  /** Named by the events it leads to. */
  readonly request: OriginRequest;
  /** Where it comes from, as rate limits count it. */
  readonly address: string;
  readonly session: MemberSession | undefined;
  readonly setHeader: SetHeader;
}

export interface AskedByMember extends Asked {
  readonly session: MemberSession;
}

export interface Answer {
  readonly status: 200 | 201 | 204;
  readonly body?: unknown;
  /** The token of a session that begins; null: the session ends. */
  readonly cookie?: string | null;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One of the console's own endpoints, below `/console/api/`. */
export type ConsoleEndpoint = { readonly method: Method; readonly path: string } & (
  | { readonly who: 'anyone'; readonly answer: (asked: Asked) => Promise<Answer> }
  | { readonly who: 'member' | 'owner'; readonly answer: (asked: AskedByMember) => Promise<Answer> }
);

/** The body as its schema has it; `invalid_request` names every field that is wrong. */
export function bodyAs<T>(schema: ZodType<T>, { body }: Asked): T {
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  throw invalidRequest(
    read.error.issues.map(({ path, message }) => ({ field: path.length === 0 ? 'body' : path.join('.'), message })),
  );
}
