import { readableLine } from './log-lines.ts';

const plain = { colour: false };

describe('a line of a service’s log, for a person', () => {
  it('shows time, service, message and fields', () => {
    const line = JSON.stringify({
      level: 30,
      time: '2026-11-20T10:00:00.000Z',
      service: 'contacts',
      port: 8083,
      msg: 'listening',
    });
    expect(readableLine('contacts', line, plain)).toMatch(/^\d\d:\d\d:\d\d contacts {6}│ listening port=8083$/);
  });

  it('names a level that is not ordinary', () => {
    const line = JSON.stringify({ level: 50, time: '2026-11-20T10:00:00.000Z', msg: 'broken', error: { code: 'X' } });
    expect(readableLine('gateway', line, plain)).toMatch(/│ ERROR broken error=\{"code":"X"\}$/);
  });

  it.each(['no JSON', '{broken', ''])('passes on what is no record: %p', (line) => {
    expect(readableLine('webhooks', line, plain)).toBe(`         webhooks      │ ${line}`);
  });
});
