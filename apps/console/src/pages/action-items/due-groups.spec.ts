import { dueGroups, sundayOf } from './due-groups.ts';

const item = (id: string, due_date: string | null, completed = false) => ({ id, due_date, completed });
// A Wednesday.
const today = '2026-11-18';

describe('action items by when they are due', () => {
  it('lie in groups in the order of their urgency', () => {
    const groups = dueGroups(
      [
        item('undated', null),
        item('next week', '2026-11-23'),
        item('sunday', '2026-11-22'),
        item('today', today),
        item('tomorrow', '2026-11-19'),
        item('yesterday', '2026-11-17'),
        item('long ago', '2025-01-01'),
        item('done', '2025-01-01', true),
      ],
      { today },
    );
    expect(groups.map(({ name, items }) => [name, items.map(({ id }) => id)])).toEqual([
      ['overdue', ['long ago', 'yesterday']],
      ['today', ['today']],
      ['week', ['tomorrow', 'sunday']],
      ['later', ['next week']],
      ['undated', ['undated']],
      ['completed', ['done']],
    ]);
  });

  it('stay in their order once they are completed', () => {
    const done = [item('newest', '2026-12-01', true), item('older', '2025-01-01', true)];
    expect(dueGroups(done, { today })).toEqual([{ name: 'completed', items: done }]);
  });

  it('have no group that is empty', () => {
    expect(dueGroups([], { today })).toEqual([]);
  });

  it('keep their place while somebody may still undo', () => {
    const groups = dueGroups([item('ticked', today, true)], { today, isCompleted: () => false });
    expect(groups).toEqual([{ name: 'today', items: [item('ticked', today, true)] }]);
  });

  it.each([
    ['2026-11-16', '2026-11-22'],
    ['2026-11-22', '2026-11-22'],
    ['2026-12-28', '2027-01-03'],
  ])('the week of %s ends on %s', (day, sunday) => {
    expect(sundayOf(day)).toBe(sunday);
  });
});
