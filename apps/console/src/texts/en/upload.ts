import { formatNumber } from '../../formats/numbers.ts';

export const upload = {
  title: 'Upload a transcript',
  hint: 'A call is recorded from the transcript file that your meeting tool exported, then analyzed.',
  ownersOnly: {
    title: 'Only owners can upload',
    hint: 'Members read calls, owners record them. Ask an owner of the workspace.',
  },
  drop: {
    title: 'Drop a transcript file here',
    hint: 'WebVTT (.vtt), as of Zoom or Teams, or SubRip (.srt). At most 10 MB.',
    choose: 'Choose a file',
    input: 'Transcript file',
  },
  rejected: {
    title: 'This file was not taken',
    tooLarge: (name: string) => `${name} is larger than 10 MB.`,
    several: 'Drop one file at a time: each file is a call.',
    other: (name: string) => `${name} cannot be read.`,
  },
  file: { another: 'Another file', reading: 'The file is being read …' },
  refused: {
    title: 'This file cannot be recorded',
    hint: 'Nothing was recorded. Export the transcript from your meeting tool as WebVTT or SubRip, then choose that file.',
    tooLarge: 'The file is larger than 10 MB.',
  },
  found: {
    title: 'What was recognised',
    format: 'Format',
    formats: { vtt: 'WebVTT', srt: 'SubRip' } as Readonly<Record<string, string>>,
    duration: 'Duration',
    turns: 'Turns',
    speakers: 'Who is who',
    guessed: 'The file does not say who is who: the first speaker was taken for the rep. Check it below.',
    oneSide: 'All speakers are on one side. Choose a rep and a prospect for a useful summary.',
    notes: 'Noticed in the file',
    unnamed: 'Speaker without a name',
    side: (name: string) => `Side of ${name}`,
    sides: { rep: 'Rep', prospect: 'Prospect' },
    swap: 'Swap the sides',
    first: 'First turns',
    more: (count: number) => `and ${formatNumber(count)} more`,
  },
  details: {
    title: 'About the call',
    rep: 'Rep',
    repHint: 'The id of the rep in your tools, such as an address or a user name.',
    repMissing: 'Enter the id of the rep.',
    startedAt: 'When it took place',
    startedAtHint: 'Taken from the date of the file: check it.',
    startedAtMissing: 'Enter the day and the time.',
    timezone: 'Time zone',
    timezoneHint: 'Of the time above, and of words such as “tomorrow” in the call.',
    prospectName: 'Name of the prospect',
    prospectEmail: 'Email address of the prospect',
    prospectEmailHint: 'The call is added to the contact with this address.',
    company: 'Company of the prospect',
    send: 'Record the call',
  },
  recorded: {
    title: 'The call is recorded',
    hint: 'It is being analyzed: the summary is there in a moment.',
    open: 'Open the call',
    another: 'Upload another',
  },
};

export const timeZones = { none: 'No such time zone' };
