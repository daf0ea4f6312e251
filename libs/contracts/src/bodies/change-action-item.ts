import { Type, type Static } from 'typebox';
import { nullable, oneOf } from '../schema.ts';
import { speakers } from '../resources/call.ts';

/** Body of `PATCH /action-items/{id}`. What is absent stays as it is. */
export const ChangeActionItemSchema = Type.Object(
  {
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
    owner: Type.Optional(oneOf(speakers, { description: 'The side that has to act.' })),
    due_date: Type.Optional(
      nullable(
        Type.String({
          format: 'date',
          pattern: '^(?!0000)',
          description: 'Date by which it is due. `null` for no date.',
          examples: ['2026-11-27'],
        }),
      ),
    ),
  },
  { examples: [{ completed: true }] },
);
export type ChangeActionItem = Static<typeof ChangeActionItemSchema>;
