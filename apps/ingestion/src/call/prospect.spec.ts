import { prospectOf } from './prospect.ts';

const nobody = { name: null, email: null };
const unnamed = { ...nobody, company: null };
const rep = { name: 'Dana Reyes', email: 'dana@northwind.example' };
const attendee = (email: string | null, name: string | null = null) => ({ email, name });
const find = (attendees: { email: string | null; name: string | null }[], ownDomains: string[] = [], from = rep) =>
  prospectOf({ rep: from, prospect: unnamed, attendees, ownDomains });

describe('the prospect', () => {
  it('is the one that was named, whoever was invited', () => {
    for (const prospect of [
      { ...unnamed, email: 'm@acme.example' },
      { ...unnamed, name: 'Marcus' },
    ]) {
      const attendees = [attendee('a@b.example', 'Ann')];
      expect(prospectOf({ rep, prospect, attendees, ownDomains: [] })).toEqual(prospect);
    }
  });

  it('has the address under which that name was invited', () => {
    const prospect = { ...unnamed, name: 'Marcus Webb', company: 'Acme' };
    const attendees = [attendee('a@b.example', 'Ann'), attendee('m@acme.example', 'marcus webb')];
    expect(prospectOf({ rep, prospect, attendees, ownDomains: [] })).toEqual({ ...prospect, email: 'm@acme.example' });
  });

  it('is whoever was invited where only the company was named', () => {
    const prospect = { ...unnamed, company: 'Acme' };
    const attendees = [attendee('m@acme.example', 'Marcus')];
    expect(prospectOf({ rep, prospect, attendees, ownDomains: [] })).toEqual({
      email: 'm@acme.example',
      name: 'Marcus',
      company: 'Acme',
    });
    expect(prospectOf({ rep, prospect, attendees: [], ownDomains: [] })).toEqual(prospect);
  });

  it('is else the first attendee who is not of the workspace’s own domains', () => {
    const attendees = [
      attendee('lee@Northwind.example'.toLowerCase()),
      attendee('lee@eu.northwind.example'),
      attendee('m@acme.example', 'Marcus'),
    ];
    expect(find(attendees, ['@Northwind.example'])).toEqual({ email: 'm@acme.example', name: 'Marcus', company: null });
  });

  it('is not of a domain that only ends alike', () => {
    expect(find([attendee('x@notnorthwind.example')], ['northwind.example']).email).toBe('x@notnorthwind.example');
  });

  it('is never the rep', () => {
    expect(find([attendee('dana@northwind.example'), attendee('m@acme.example')]).email).toBe('m@acme.example');
    expect(find([attendee(null, 'dana reyes'), attendee(null, 'Marcus')]).name).toBe('Marcus');
  });

  it('is nobody where nobody else was invited', () => {
    expect(find([attendee('lee@northwind.example')], ['northwind.example'])).toEqual(unnamed);
    expect(find([], [], { name: 'Dana', email: 'd@x.example' })).toEqual(unnamed);
  });
});
