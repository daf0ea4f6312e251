import { Type, type Static } from 'typebox';
import { nullable, oneOf } from '../schema.ts';
import { outcomes } from '../resources/call.ts';

/** Body of `PATCH /calls/{id}`. What is absent stays as it is. */
export const ChangeCallSchema = Type.Object(
  {
    outcome: Type.Optional(
      nullable(
        oneOf(outcomes, {
          description: 'Result of the call. `null` returns to the inferred outcome.',
          examples: ['won'],
        }),
      ),
    ),
    title: Type.Optional(
      nullable(
        Type.String({ maxLength: 500, description: 'Title of the call.', examples: ['Acme Logistics: pricing'] }),
      ),
    ),
  },
  { examples: [{ outcome: 'won' }] },
);
export type ChangeCall = Static<typeof ChangeCallSchema>;

/** Body of `PATCH /calls/{id}/speakers`. */
export const SwapSpeakersSchema = Type.Object(
  { swap: Type.Literal(true, { description: 'Exchange the sides: the rep becomes the prospect.' }) },
  { examples: [{ swap: true }] },
);
export type SwapSpeakers = Static<typeof SwapSpeakersSchema>;
