import { texts } from '../../texts/texts.ts';
import type { ActionItem } from './action-items.query.ts';
import type { ItemChange } from './changed-item.ts';

/** An item as a form has it; `due` is empty where there is no date. */
export interface ItemFields {
  readonly description: string;
  readonly owner: ActionItem['owner'];
  readonly due: string;
}

export const itemFieldsOf = ({ description, owner, due_date }: ActionItem): ItemFields => ({
  description,
  owner,
  due: due_date ?? '',
});

/** What differs from the item. */
export function changeOf(item: ActionItem, fields: ItemFields): ItemChange {
  const description = fields.description.trim();
  const due = fields.due === '' ? null : fields.due;
  return {
    ...(description !== item.description && { description }),
    ...(fields.owner !== item.owner && { owner: fields.owner }),
    ...(due !== item.due_date && { due_date: due }),
  };
}

/** By field, for the form. A day that does not exist is never a value of the field: the browser says so, and sends no form with it. */
export function problemsOf({ description }: ItemFields): Partial<Record<keyof ItemFields, string>> {
  return description.trim() === '' ? { description: texts.actionItems.edit.descriptionMissing } : {};
}
