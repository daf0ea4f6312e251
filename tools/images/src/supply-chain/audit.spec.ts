import { judgeAudit, type AcceptedAdvisory } from './audit.ts';

const advisory = {
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  name: 'left',
  title: 'A hole',
  severity: 'high',
};
const report = { vulnerabilities: { left: { via: [advisory] }, right: { via: ['left'] }, far: { via: [advisory] } } };
const accepted: AcceptedAdvisory = { id: 'GHSA-aaaa-bbbb-cccc', package: 'left', why: 'not used', until: '2026-12-31' };

it('what is not on the list is open, once', () => {
  expect(judgeAudit(report, [], '2026-11-22')).toEqual({
    open: ['left: high: A hole (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)'],
    stale: [],
  });
});

it('what was accepted is not, until its day', () => {
  expect(judgeAudit(report, [accepted], '2026-12-31').open).toEqual([]);
  expect(judgeAudit(report, [accepted], '2027-01-01').open).toHaveLength(1);
  expect(judgeAudit(report, [{ ...accepted, package: 'right' }], '2026-11-22').open).toHaveLength(1);
});

it('what was accepted and is gone has to leave the list', () => {
  expect(judgeAudit({ vulnerabilities: {} }, [accepted], '2026-11-22')).toEqual({
    open: [],
    stale: ['left: GHSA-aaaa-bbbb-cccc'],
  });
});
