export const contacts = {
  title: 'Contacts',
  hint: 'Everybody who was the prospect of a call. A contact appears with the first call that names an email address.',
  columns: { contact: 'Contact', company: 'Company', calls: 'Calls', lastCall: 'Last call' },
  filters: {
    title: 'Search',
    email: 'Email address',
    placeholder: 'The whole address',
    clear: 'Clear the search',
  },
  exportName: 'contacts',
  csv: {
    id: 'ID',
    name: 'Name',
    email: 'Email address',
    company: 'Company',
    calls: 'Calls',
    lastCall: 'Last call',
  },
  unknown: 'Unknown',
  empty: {
    title: 'No contacts yet',
    hint: 'They appear with the first call that names the email address of a prospect.',
  },
  noMatch: {
    title: 'No contact with this address',
    hint: 'The search takes whole addresses, in any case of letters.',
  },
  upload: 'Upload a transcript',
};

export const contact = {
  title: 'Contact',
  details: 'Details',
  email: 'Email address',
  company: 'Company',
  unknown: 'Unknown',
  since: 'Known since',
  lastCall: 'Last call',
  never: 'None yet',
  calls: 'Calls',
  callList: 'All calls with this contact',
  scores: {
    title: 'Coaching scores over time',
    hint: 'Of the calls with this contact, from 0 to 100. The history below has the same numbers.',
    name: 'Score',
    label: (count: number, first: string, last: string, from: number, to: number) =>
      `Line chart of ${String(count)} coaching scores from ${first} to ${last}: from ${String(from)} to ${String(to)}.`,
    tooFew: 'A line appears here with the second call that has a score.',
  },
  history: {
    title: 'History',
    columns: { when: 'Call', rep: 'Rep', duration: 'Duration', outcome: 'Outcome', score: 'Score' },
    noRep: 'Not known',
    empty: { title: 'No calls', hint: 'Calls with this contact were deleted.' },
    more: (count: number) => `Show ${String(count)} more`,
  },
};
