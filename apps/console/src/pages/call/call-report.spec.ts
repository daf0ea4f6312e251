import type { ActionItem } from '../action-items/action-items.query.ts';
import { reportAsMarkdown, reportAsText, type CallReport, type ReportWords } from './call-report.ts';

const words: ReportWords = {
  whatToDo: 'What to do',
  overview: 'Overview',
  objections: 'Objections',
  decisions: 'Decisions',
  moments: 'Key moments',
  transcript: 'Transcript',
  response: 'Answer',
  unanswered: 'Unanswered',
  item: ({ owner, description, due_date }) => `${owner}: ${description}, ${due_date ?? 'no due date'}`,
};
const item = (description: string, completed: boolean): ActionItem => ({
  id: 'act_1',
  call_id: 'call_1',
  description,
  owner: 'rep',
  due_date: '2026-11-27',
  completed,
  completed_at: null,
  created_at: '2026-11-20T15:00:00.000Z',
  evidence: [],
  prospect: { email: null, name: null, company: null },
});
const statement = (text: string) => ({ text, evidence: [] });
const report: CallReport = {
  title: 'Acme *and* friends',
  facts: 'Nov 20, 2026 · Won',
  findings: {
    items: [item('Send the contract', false), item('Call back', true)],
    steps: [statement('They meet on Monday')],
    overview: [statement('They spoke.'), statement('It ended well.')],
    objections: [
      { objection: statement('Too dear.'), response: statement('There is a discount.') },
      { objection: statement('Too slow.'), response: null },
    ],
    decisions: [],
    moments: [statement('The prospect objects.')],
  },
  transcript: [
    { speaker: 'rep', start_ms: 0, end_ms: 900, text: '# not a heading [link](x)' },
    { speaker: 'prospect', start_ms: 61_000, end_ms: 62_000, text: '1. is a number' },
  ],
  names: { rep: 'Dana', prospect: 'Marcus' },
};

it('a call as text begins with what to do and leaves out what is empty', () => {
  expect(reportAsText(report, words)).toBe(`Acme *and* friends

Nov 20, 2026 · Won

WHAT TO DO

[ ] rep: Send the contract, 2026-11-27
[x] rep: Call back, 2026-11-27
- They meet on Monday

OVERVIEW

They spoke. It ended well.

OBJECTIONS

- Too dear.
  Answer: There is a discount.
- Too slow.
  Unanswered

KEY MOMENTS

- The prospect objects.

TRANSCRIPT

0:00 Dana: # not a heading [link](x)
1:01 Marcus: 1. is a number
`);
});

it('a call as Markdown has task lists, and nothing that was said formats the rest', () => {
  const text = reportAsMarkdown(report, words);
  expect(text).toContain('# Acme \\*and\\* friends\n');
  expect(text).toContain(
    '## What to do\n\n- [ ] rep: Send the contract, 2026-11-27\n- [x] rep: Call back, 2026-11-27\n',
  );
  expect(text).toContain('0:00 Dana: \\# not a heading \\[link\\](x)\n');
  expect(text).toContain('1:01 Marcus: 1\\. is a number');
});

it('a call that is not analyzed is its transcript', () => {
  expect(reportAsText({ ...report, findings: null }, words)).not.toContain('OVERVIEW');
  expect(reportAsText({ ...report, findings: null, transcript: [] }, words)).toBe(
    'Acme *and* friends\n\nNov 20, 2026 · Won\n',
  );
});
