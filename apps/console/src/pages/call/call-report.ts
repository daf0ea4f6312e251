import { formatOffset } from '../../formats/durations.ts';
import type { ActionItem } from '../action-items/action-items.query.ts';
import type { AnsweredObjection, Statement } from './statements.ts';
import type { Segment, Speaker } from './transcript.ts';

/** What people take along of a call: in the clipboard, on paper. */
export interface CallReport {
  readonly title: string;
  /** When, how long, who, how it ended: one line. */
  readonly facts: string;
  /** null before the call is analyzed. */
  readonly findings: {
    readonly items: readonly ActionItem[];
    readonly steps: readonly Statement[];
    readonly overview: readonly Statement[];
    readonly objections: readonly AnsweredObjection[];
    readonly decisions: readonly Statement[];
    readonly moments: readonly Statement[];
  } | null;
  readonly transcript: readonly Segment[];
  readonly names: Readonly<Record<Speaker, string>>;
}

export interface ReportWords {
  readonly whatToDo: string;
  readonly overview: string;
  readonly objections: string;
  readonly decisions: string;
  readonly moments: string;
  readonly transcript: string;
  readonly response: string;
  readonly unanswered: string;
  readonly item: (item: ActionItem) => string;
}

interface Marks {
  readonly title: (text: string) => string;
  readonly heading: (text: string) => string;
  readonly open: string;
  readonly done: string;
  readonly text: (text: string) => string;
}

const plain: Marks = {
  title: (text) => text,
  heading: (text) => text.toUpperCase(),
  open: '[ ] ',
  done: '[x] ',
  text: (text) => text,
};

const markdown: Marks = {
  title: (text) => `# ${text}`,
  heading: (text) => `## ${text}`,
  open: '- [ ] ',
  done: '- [x] ',
  text: escapeMarkdown,
};

export const reportAsText = (report: CallReport, words: ReportWords): string => written(report, words, plain);
export const reportAsMarkdown = (report: CallReport, words: ReportWords): string => written(report, words, markdown);

function written({ title, facts, findings, transcript, names }: CallReport, words: ReportWords, marks: Marks): string {
  const list = (statements: readonly Statement[]): string[] => statements.map(({ text }) => `- ${marks.text(text)}`);
  const section = (heading: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [[marks.heading(heading), '', ...lines].join('\n')];
  const found = findings && [
    ...section(words.whatToDo, [
      ...findings.items.map((item) => `${item.completed ? marks.done : marks.open}${marks.text(words.item(item))}`),
      ...list(findings.steps),
    ]),
    ...section(words.overview, [findings.overview.map(({ text }) => marks.text(text)).join(' ')]),
    ...section(
      words.objections,
      findings.objections.flatMap(({ objection, response }) => [
        `- ${marks.text(objection.text)}`,
        `  ${response === null ? words.unanswered : `${words.response}: ${marks.text(response.text)}`}`,
      ]),
    ),
    ...section(words.decisions, list(findings.decisions)),
    ...section(words.moments, list(findings.moments)),
  ];
  const said = transcript.map(
    ({ speaker, start_ms, text }) =>
      `${formatOffset(start_ms)} ${marks.text(names[speaker])}: ${marks.text(text)}${marks === markdown ? '\n' : ''}`,
  );
  return [marks.title(marks.text(title)), marks.text(facts), ...(found ?? []), ...section(words.transcript, said)]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** Nothing that was said becomes a heading, a link or emphasis. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|~]/gu, String.raw`\$&`).replace(/^(\s*\d*)([#+.)-])(?=\s)/u, '$1\\$2');
}
