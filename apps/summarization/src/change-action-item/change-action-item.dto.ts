import { speakers } from '@ci/contracts';
import { compileSchema, type JsonSchema } from '@ci/validation';
import { Type, type Static } from 'typebox';

/** Body of `PATCH /action-items/{id}`: any of these; what is absent stays as it is. */
const schema = Type.Object({
  completed: Type.Optional(Type.Boolean({ description: 'Whether the item is completed.', examples: [true] })),
  description: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      pattern: '\\S',
      description: 'The action to take.',
      examples: ['Send the prospect the signed contract'],
    }),
  ),
  owner: Type.Optional(
    Type.Unsafe<(typeof speakers)[number]>({
      type: 'string',
      enum: [...speakers],
      description: 'The side that has to act.',
    }),
  ),
  due_date: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      pattern: '^(?!0000)',
      description: 'Date by which it is due. `null` for no date.',
      examples: ['2026-11-27'],
    }),
  ),
});
export type ChangeActionItemBody = Static<typeof schema>;

/** The same as plain JSON Schema. */
export const changeActionItemSchema: JsonSchema = { ...schema };

export const parseChangeActionItem = compileSchema<ChangeActionItemBody>(changeActionItemSchema);
