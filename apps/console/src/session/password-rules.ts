import { texts } from '../texts/texts.ts';

const { invalid } = texts.session;

/** The limits of `@ci/contracts/console`, whose types alone are used here. */
const [minimum, maximum] = [12, 200];

/** What is wrong with a password that a member wants to have; null when it may be chosen. */
export function passwordProblem(password: string, email: string): string | null {
  if (password.length < minimum) return invalid.tooShort(minimum);
  if (password.length > maximum) return invalid.tooLong(maximum);
  return password.trim().toLowerCase() === email.trim().toLowerCase() ? invalid.likeEmail : null;
}

/** Only what is surely no address: the service decides. */
export function emailProblem(email: string): string | null {
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : invalid.email;
}
