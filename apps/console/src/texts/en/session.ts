export const session = {
  account: 'Your account',
  accountMenu: 'Signed in as',
  signOut: 'Sign out',
  name: 'Name',
  email: 'Email address',
  password: 'Password',
  showPassword: 'Show the password',
  passwordHint: 'At least 12 characters. A few words in a row are easy to remember.',
  invalid: {
    name: 'Enter your name.',
    email: 'Enter an email address, such as ana@example.com.',
    password: 'Enter the password.',
    tooShort: (minimum: number) => `Use at least ${String(minimum)} characters.`,
    tooLong: (maximum: number) => `Use at most ${String(maximum)} characters.`,
    likeEmail: 'Use something other than the email address.',
  },
  signIn: {
    title: 'Sign in',
    action: 'Sign in',
    wrong: 'The email address or the password is wrong.',
    noAccount: 'No account? Ask an owner of your workspace for an invitation link.',
  },
  invitation: {
    tab: 'Invitation',
    title: (workspace: string) => `Join ${workspace}`,
    role: {
      owner: 'You will be an owner: you can change everything in this workspace.',
      member: 'You will be a member: you can read the calls, contacts and action items. Owners make the changes.',
    },
    action: 'Create account',
    invalid: {
      title: 'This invitation is not valid',
      hint: 'Each link works once and for a limited time. Ask the sender for a new one.',
    },
    signIn: 'Sign in instead',
  },
};
