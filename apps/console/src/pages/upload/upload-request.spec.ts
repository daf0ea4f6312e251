import { texts } from '../../texts/texts.ts';
import { nameOfProspect, previewQuery, problemsOf, recordQuery, sidesOf, swapped } from './upload-request.ts';

const details = {
  repId: ' dana ',
  startedAt: '2026-11-20T10:00',
  timezone: 'America/New_York',
  prospectName: null,
  prospectEmail: '',
  company: ' ',
};
const speakers = [
  { name: 'Ann: Reed', side: 'rep' as const },
  { name: 'Marcus', side: 'prospect' as const },
  { name: null, side: 'rep' as const },
];

describe('what is asked of the service', () => {
  it('is first what would be recorded, with what is right so far', () => {
    expect(previewQuery({ ...details, repId: '', prospectEmail: 'marcus@' }, new Map())).toEqual({
      rep_id: 'not-known-yet',
      started_at: '2026-11-20T15:00:00.000Z',
      timezone: 'America/New_York',
      dry_run: true,
    });
  });

  it('is then to record what was shown: with its sides, and never for trial', () => {
    expect(recordQuery({ ...details, prospectEmail: 'marcus@acme.example', company: 'Acme ' }, speakers)).toEqual({
      rep_id: 'dana',
      started_at: '2026-11-20T15:00:00.000Z',
      timezone: 'America/New_York',
      prospect_name: 'Marcus',
      prospect_email: 'marcus@acme.example',
      company: 'Acme',
      speaker: ['Ann: Reed:rep', 'Marcus:prospect'],
    });
  });

  it('can be swapped', () => {
    expect([...swapped(sidesOf(speakers))]).toEqual([
      ['Ann: Reed', 'prospect'],
      ['Marcus', 'rep'],
    ]);
  });
});

describe('the name of the prospect', () => {
  it('is the one in the file until somebody types another', () => {
    expect(nameOfProspect({ prospectName: null }, speakers)).toBe('Marcus');
    expect(nameOfProspect({ prospectName: ' Mark ' }, speakers)).toBe('Mark');
    expect(nameOfProspect({ prospectName: '' }, speakers)).toBe('');
  });

  it('is not chosen among several', () => {
    expect(nameOfProspect({ prospectName: null }, [...speakers, { name: 'Eve', side: 'prospect' }])).toBe('');
  });
});

it('names what is missing', () => {
  expect(problemsOf(details)).toEqual({ repId: null, startedAt: null, prospectEmail: null });
  expect(problemsOf({ ...details, repId: ' ', startedAt: '', prospectEmail: 'x' })).toEqual({
    repId: texts.upload.details.repMissing,
    startedAt: texts.upload.details.startedAtMissing,
    prospectEmail: texts.session.invalid.email,
  });
});
