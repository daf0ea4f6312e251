import { texts } from '../texts/texts.ts';

/** The eye in a password field, for every user: with a name, and reached by the keyboard. */
export const visibilityToggle = { 'aria-label': texts.session.showPassword, tabIndex: 0, 'aria-hidden': false };
