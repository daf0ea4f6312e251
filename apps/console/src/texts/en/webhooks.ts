export const webhooks = {
  title: 'Webhooks',
  hint: 'Events of this workspace, sent to your own programs as they happen.',
  register: 'Register an endpoint',
  back: 'All webhooks',
  refresh: 'Refresh',
  ownersOnly: {
    title: 'Only owners can see webhooks',
    hint: 'Ask an owner of the workspace to register an endpoint or to look at its deliveries.',
  },
  empty: {
    title: 'No webhooks',
    hint: 'Register the URL of a program of yours: it is told when a call was recorded and when its summary is ready.',
  },
  count: (endpoints: number) => (endpoints === 1 ? '1 endpoint' : `${String(endpoints)} endpoints`),
  events: 'Events',
  conditions: { well: 'Active', failing: 'Failing', disabled: 'Disabled' },
  reasons: {
    gone: 'It answered 410 Gone, so nothing is sent there any more.',
    failing: 'Nothing arrived for 5 days, so nothing is sent there any more.',
    manual: 'Somebody disabled it.',
    none: 'Nothing is sent there.',
  },
  noFailure: 'No failure since the last success.',
  failedAttempts: (attempts: number) =>
    attempts === 1
      ? '1 attempt failed since the last success'
      : `${String(attempts)} attempts failed since the last success`,
  since: 'since',
  nextAttempt: 'Next attempt',
  registered: 'Registered',
  form: {
    title: 'Register an endpoint',
    hint: 'Deliveries are signed by Standard Webhooks. You get the secret in the next step.',
    url: 'URL',
    urlHint: 'An https address that answers 2xx within 15 seconds.',
    urlMissing: 'Enter an address that begins with https://.',
    description: 'Description',
    descriptionHint: 'Optional: what receives the events, such as “CRM sync”.',
    events: 'Events',
    eventsMissing: 'Choose at least one event.',
    example: 'Example',
    exampleOf: (type: string) => `Example of ${type}`,
    showExample: (type: string) => `Show an example of ${type}`,
    action: 'Register',
  },
  created: {
    title: 'The endpoint is registered',
    hint: 'Events are sent there from now on.',
    warning: 'Copy the secret now: it is shown only this once.',
    secret: 'Signing secret',
    verifyTitle: 'Verify each delivery with it',
    verify:
      'Verify over the bytes of the body as they came, before you parse them. Expect an event more than once, always under the same webhook-id.',
    snippet: 'With the library standardwebhooks (TypeScript)',
    open: 'Go to the endpoint',
  },
};
