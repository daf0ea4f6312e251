const home = '/console/calls';

/** Where the user goes after signing in: a page of this console and never an address elsewhere. */
export function nextOf(asked: string | undefined): string {
  if (asked === undefined || !/^\/console\/(?!api\/|sign-in|invitation)[^\\]*$/.test(asked)) return home;
  return asked;
}
