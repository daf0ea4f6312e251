/** A call whose analysis finds an objection, a decision, and a promise with a date. */
export const sampleCall = {
  rep_id: 'user_ines',
  rep: { name: 'Ines Duarte', email: 'ines@alpha-tools.example' },
  started_at: '2026-11-18T16:00:00+01:00',
  title: 'Harbor Foods: renewal',
  prospect: { email: 'noor@harbor-foods.example', name: 'Noor Haddad', company: 'Harbor Foods' },
  timezone: 'Europe/Lisbon',
  transcript: (
    [
      ['rep', 'Good afternoon Noor, shall we go through the renewal together?'],
      ['prospect', 'Yes. I have to say the price is too high for us this year.'],
      ['rep', 'I hear you. We can leave out the analytics add-on, which brings it down by 400 euros.'],
      ['prospect', 'That helps. Let us renew without the add-on.'],
      ['rep', 'Great. I will send you the contract by next Friday.'],
      ['prospect', 'Perfect, thank you.'],
    ] as const
  ).map(([speaker, text], index) => ({ speaker, start_ms: index * 8_000, end_ms: index * 8_000 + 7_000, text })),
};
