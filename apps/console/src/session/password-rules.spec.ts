import { passwordLimits } from '@ci/contracts/console';
import { texts } from '../texts/texts.ts';
import { emailProblem, passwordProblem } from './password-rules.ts';

const { invalid } = texts.session;

describe('a password that somebody wants to have', () => {
  it('is as long as the service asks for', () => {
    const { minimum, maximum } = passwordLimits;
    expect(passwordProblem('x'.repeat(minimum - 1), 'ana@example.com')).toBe(invalid.tooShort(minimum));
    expect(passwordProblem('x'.repeat(minimum), 'ana@example.com')).toBeNull();
    expect(passwordProblem('x'.repeat(maximum), 'ana@example.com')).toBeNull();
    expect(passwordProblem('x'.repeat(maximum + 1), 'ana@example.com')).toBe(invalid.tooLong(maximum));
  });

  it('is not the email address', () => {
    expect(passwordProblem('Ana@Example.com', 'ana@example.com ')).toBe(invalid.likeEmail);
  });
});

it.each([
  ['ana@example.com', null],
  [' ana@example.com ', null],
  ['ana', invalid.email],
  ['ana@', invalid.email],
  ['a b@example.com', invalid.email],
])('the address %s', (email, problem) => {
  expect(emailProblem(email)).toBe(problem);
});
