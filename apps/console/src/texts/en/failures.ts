import { plural } from '../plural.ts';

export const failures = {
  reference: (id: string) => `Reference: ${id}`,
  refused: 'That did not work',
  reload: 'Reload the page',
  retry: 'Try again',
  signedOut: { title: 'You are signed out' },
  forbidden: {
    title: 'Your role does not allow this',
    hint: 'Ask an owner of the workspace to do it, or to change your role.',
  },
  anotherSession: { title: 'You signed in again elsewhere', hint: 'Nothing was changed. Try again.' },
  gone: { title: 'Not found', hint: 'It does not exist, or it has been deleted.' },
  tooMany: {
    title: 'Too many requests',
    hint: (seconds: number | undefined) =>
      seconds === undefined
        ? 'Wait a moment, then try again.'
        : `Wait ${plural(seconds, { one: 'second', other: 'seconds' })}, then try again.`,
  },
  away: { title: 'Not available at the moment', hint: 'A part of the service does not answer. Try again in a moment.' },
  broken: {
    title: 'Something went wrong',
    hint: 'The service could not do this. Try again; if it keeps failing, contact your operator.',
  },
  noAnswer: { title: 'No answer', hint: 'The service could not be reached. Check your connection, then try again.' },
  outdated: { title: 'There is a newer version', hint: 'The service was updated while this page was open.' },
  unknown: {
    title: 'Something went wrong',
    hint: 'The page could not be shown. Try again; if it keeps failing, reload the page.',
  },
};
