import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

const evidence = Type.Array(Type.Integer(), { description: 'Numbers of the segments that say so.' });
const object = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });
const textOrNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const oneOf = <const Word extends string>(words: readonly Word[]) => Type.Unsafe<Word>({ type: 'string', enum: words });
const statements = (description: string) => Type.Array(object({ text: Type.String(), evidence }), { description });

/**
 * What the model hands back. Only what every provider's strict mode knows: all fields required, no lengths, no patterns. There is no field for
 * a quote, a date or a score, so the model cannot make one up.
 */
export const draftSchema = object({
  overview: statements('One entry for each sentence, 2 to 4 of them.'),
  key_moments: statements('3 to 8 turning points of the call.'),
  objections: Type.Array(
    object({
      objection: Type.String(),
      evidence,
      response: textOrNull('What the rep answered to it; null when nothing.'),
      response_evidence: evidence,
    }),
  ),
  decisions: statements('What both sides agreed on.'),
  next_steps: statements('What happens after the call.'),
  action_items: Type.Array(
    object({
      description: Type.String(),
      owner: oneOf(['rep', 'prospect']),
      due_phrase: textOrNull('The very words of the transcript that say when; null when nobody said.'),
      evidence,
    }),
  ),
  outcome: object({
    value: oneOf(['won', 'lost', 'follow_up', 'no_outcome']),
    evidence,
  }),
});
export type Draft = Static<typeof draftSchema>;

export type ReadDraft =
  | { readonly kind: 'draft'; readonly draft: Draft }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Checks an answer against the schema. The problems go back to the model: they name places, at most 20. */
export function readDraft(answer: string): ReadDraft {
  let value: unknown;
  try {
    value = JSON.parse(withoutFence(answer));
  } catch {
    return { kind: 'invalid', problems: ['The answer is not JSON.'] };
  }
  if (Value.Check(draftSchema, value)) return { kind: 'draft', draft: value };
  const problems = Value.Errors(draftSchema, value).map(({ instancePath, message }) =>
    `${instancePath === '' ? 'the answer' : instancePath}: ${message}`.slice(0, 200),
  );
  return { kind: 'invalid', problems: [...new Set(problems)].slice(0, 20) };
}

/** Some models put JSON between marks of Markdown, whatever the prompt says. */
function withoutFence(answer: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(answer)?.[1] ?? answer;
}
