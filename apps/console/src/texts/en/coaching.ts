import { plural } from '../plural.ts';

const points = (count: number) => plural(count, { one: 'point', other: 'points' });
const calls = (count: number) => plural(count, { one: 'other call', other: 'other calls' });

export const coaching = {
  verdicts: {
    above: (difference: number, median: string) => `${points(difference)} above ${median}.`,
    same: (_difference: number, median: string) => `In line with ${median}.`,
    below: (difference: number, median: string) => `${points(difference)} below ${median}.`,
    medianOf: {
      team: (median: number, count: number) => `the team’s median of ${String(median)} (${calls(count)})`,
      own: (median: number, count: number) => `the median of your other calls, ${String(median)} (${calls(count)})`,
    },
    alone: 'The first scored call: there is no other to compare with yet.',
  },
  bands: { high: 'A strong call.', middle: 'A solid call with room to grow.', low: 'A call to learn from.' },
  score: (score: number) => `${String(score)} of 100`,
  try: {
    title: 'What to try next',
    nothing: 'All points earned. Nothing to change.',
    lost: (count: number) => `${points(count)} lost`,
    here: 'On this call',
    nothingCounted: 'Not heard on this call.',
    example: 'Done well',
    exampleIn: (call: string) => `in ${call}`,
    noExample: 'No other call in this workspace shows it yet.',
    measured: (measured: string, target: string) => `${measured}; aim for ${target}`,
  },
  advice: {
    talk_ratio: 'Leave the prospect at least as much time as you take.',
    listens_first: 'Open with a question and let the prospect tell the story before you present.',
    longest_monologue: 'Stop after a minute and ask what the prospect thinks.',
    interruptions: 'Count to two before you answer.',
    questions: 'Ask one more question before each answer.',
    discovery: 'Ask questions that need a story for an answer: “Walk me through how you do it today.”',
    depth: 'Ask why it matters, what it costs, and who decides.',
    takes_up: 'Answer in the prospect’s own words and with the prospect’s own figures.',
    asked_twice: 'Answer the question that was asked before you go on.',
    concrete: 'Name an amount, a share or a number in place of “a lot”.',
    pitch: 'Show what it does for this prospect; leave out the praise.',
    jargon: 'Say it as you would to a friend who works elsewhere.',
    filler_words: 'Pause in silence where a filler would come.',
    objections_answered: 'Take up every objection before you move on, even to say that you will come back to it.',
    next_step: 'End with one next step: who does what, by which day.',
    dated_close: 'Put a day on every step before you hang up.',
  } as Readonly<Record<string, string>>,
  all: { title: 'All criteria', points: (earned: number, most: number) => `${String(earned)} of ${String(most)}` },
  target: (target: string) => `aim: ${target}`,
  notJudged: 'Not judged',
  reasons: {
    one_side_only: 'Only one side is heard.',
    no_times: 'The transcript has no times.',
    no_pauses: 'No pause before a reply could be measured.',
    none_raised: 'The prospect raised no objection.',
  } as Readonly<Record<string, string>>,
  how: {
    title: 'How is this computed?',
    score:
      'The score is the sum of points over all criteria. Each criterion is measured on the transcript; inside its target it earns all points, outside fewer in proportion.',
    notJudged: 'A criterion that this call gives no ground to judge leaves its points to the others.',
    team: 'The team’s median is that of the other scored calls among the latest 100 of the workspace.',
    own: 'The median is that of your other scored calls among your latest 100. Your role shows your own calls.',
    examples: 'Examples come from the best-scored of these calls.',
    versions: (name: string, version: string, revision: number) =>
      `Formula: ${name} ${version}. Analysis ${String(revision)}. Compare scores of one formula version only.`,
  },
  measures: {
    between: (low: string, high: string) => `${low} to ${high}`,
    atLeast: (amount: string) => `at least ${amount}`,
    atMost: (amount: string) => `at most ${amount}`,
    none: 'none',
    units: {
      milliseconds: (amount: string) => `${amount} s`,
      per_ten_minutes: (amount: string) => `${amount} in ten minutes`,
      per_hundred_words: (amount: string) => `${amount} in a hundred words`,
    } as Readonly<Record<string, (amount: string) => string>>,
  },
};
