import type { Commitment } from './commitments.ts';
import { withoutRepeated } from './same-promise.ts';

const promise = (description: string, due: string | null = null, owner: Commitment['owner'] = 'rep'): Commitment => ({
  description,
  owner,
  due,
  evidence: [],
});
const listed = (...commitments: readonly Commitment[]) =>
  withoutRepeated(commitments, ({ owner }) => (owner === 'rep' ? 0.9 : 0.5)).map(({ description, due }) => [
    description,
    due,
  ]);

describe('a promise said again', () => {
  it('stood twice: the last day counts', () =>
    expect(
      listed(
        promise('Send the credit note to the prospect', '2026-11-20'),
        promise('Send the prospect the credit note', '2026-12-03'),
      ),
    ).toEqual([['Send the credit note to the prospect', '2026-12-03']]));
  it('keeps the fuller words, and its day where none is said again', () =>
    expect(
      listed(
        promise('Send the prospect the statement', '2026-12-15'),
        promise('Send the prospect the December statement'),
      ),
    ).toEqual([['Send the prospect the December statement', '2026-12-15']]));
  it('stood on both sides: the surer side does it', () =>
    expect(
      listed(promise('Send the rep two formosas', null, 'prospect'), promise('Send the prospect two formosas')),
    ).toEqual([['Send the prospect two formosas', null]]));
  it('takes both sides for it where nobody is surer of one', () =>
    expect(
      withoutRepeated(
        [promise('Send the rep two formosas', null, 'prospect'), promise('Send the prospect two formosas')],
        null,
      ),
    ).toHaveLength(2));
  it.each([
    ['other words', 'Send the prospect the lease'],
    ['another doing', 'Sign the contract'],
  ])('leaves apart: %s', (_, description) =>
    expect(listed(promise('Send the prospect the contract'), promise(description))).toHaveLength(2),
  );
  it('leaves apart what each side signs', () =>
    expect(listed(promise('Sign the contract'), promise('Sign the contract', null, 'prospect'))).toHaveLength(2));
});
