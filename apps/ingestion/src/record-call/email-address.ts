const EMAIL = /^[^\s@<>"(),;:\\[\]\p{Cc}]{1,64}@[^\s@<>"(),;:\\[\]\p{Cc}.]+(?:\.[^\s@<>"(),;:\\[\]\p{Cc}.]+)+$/u;

/** Whether a text looks like an email address: one at-sign, a domain with a dot, nothing that belongs to a list or a name. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 320 && EMAIL.test(text.trim());
}

/** An address as it is stored and compared; a blank one is none. */
export function emailOf(text: string | null | undefined): string | null {
  const email = text?.trim().toLowerCase() ?? '';
  return email === '' ? null : email;
}
