import { invalidRequest } from '@ci/domain';
import { z } from 'zod';

const text = z.string().min(1).max(512);
const key = z.strictObject({ key: text });
const message = z.strictObject({ message: text });
const reason = z.string().trim().min(1).max(1000);

export const listQuery = z
  .strictObject({
    side: z.enum(['consumer', 'relay']).optional(),
    key: text.optional(),
    topic: text.optional(),
    workspace_id: text.optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
  })
  .transform(({ workspace_id: workspaceId, ...rest }) => withoutAbsent({ ...rest, workspaceId }));

export const showQuery = z.strictObject({ payload: z.enum(['true', 'false']).optional() });
export const retryBody = z.union([key, message, z.strictObject({ all: z.literal(true) })]);
export const skipBody = z.union([key.extend({ reason }), message.extend({ reason })]);

/** The request as it is meant, or a 400 that names the fields. */
export function checked<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw invalidRequest(
    result.error.issues.map(({ path, message: problem }) => ({ field: path.join('.') || 'body', message: problem })),
  );
}

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function withoutAbsent<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
