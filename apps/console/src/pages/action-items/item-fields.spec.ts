import type { ActionItem } from './action-items.query.ts';
import { changeOf, itemFieldsOf, problemsOf } from './item-fields.ts';

const item: ActionItem = {
  id: 'act_1',
  call_id: 'call_1',
  description: 'Send the contract.',
  owner: 'rep',
  due_date: '2026-11-27',
  completed: false,
  completed_at: null,
  created_at: '2026-11-20T15:31:02.860Z',
  evidence: [],
  prospect: { email: null, name: null, company: null },
};
const fields = itemFieldsOf(item);

describe('an action item in a form', () => {
  it('sends what differs, and nothing else', () => {
    expect(changeOf(item, fields)).toEqual({});
    expect(changeOf(item, { ...fields, description: ' Mail it. ' })).toEqual({ description: 'Mail it.' });
    expect(changeOf(item, { ...fields, owner: 'prospect' })).toEqual({ owner: 'prospect' });
    expect(changeOf(item, { ...fields, due: '2026-12-01' })).toEqual({ due_date: '2026-12-01' });
  });

  it('loses its due date when the field is emptied, and has none where it had none', () => {
    expect(changeOf(item, { ...fields, due: '' })).toEqual({ due_date: null });
    const undated = { ...item, due_date: null };
    expect(itemFieldsOf(undated).due).toBe('');
    expect(changeOf(undated, itemFieldsOf(undated))).toEqual({});
  });

  it('needs words', () => {
    expect(problemsOf({ ...fields, due: '' })).toEqual({});
    expect(Object.keys(problemsOf({ ...fields, description: ' ' }))).toEqual(['description']);
  });
});
