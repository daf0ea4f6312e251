import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sayFailure } from '../../parts/notices.ts';
import { sayUndoable } from '../../parts/undo-notice.tsx';
import { texts } from '../../texts/texts.ts';
import type { ActionItem } from './action-items.query.ts';
import { changeItem, readAgain, showItem, showAtOnce } from './changed-item.ts';

const words = texts.actionItems;

interface Change {
  readonly item: ActionItem;
  readonly completed: boolean;
}

export interface Completion {
  readonly change: (item: ActionItem, completed: boolean) => void;
  readonly isPending: (item: ActionItem) => boolean;
  /** What the item was when the page showed it first: it keeps its place, so that a slip of the mouse can be undone there. */
  readonly wasCompleted: (item: ActionItem) => boolean;
}

/** Ticks items off and opens them again. */
export function useCompletion(): Completion {
  const queries = useQueryClient();
  const [before, setBefore] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());

  const mutation = useMutation({
    mutationFn: ({ item, completed }: Change) => changeItem(item, { completed }),
    onMutate: async ({ item, completed }) => {
      setPending((ids) => new Set(ids).add(item.id));
      setBefore((known) => (known.has(item.id) ? known : new Map(known).set(item.id, item.completed)));
      await showAtOnce(queries, { ...item, completed });
    },
    onSuccess: (changed, { completed }) => {
      showItem(queries, changed);
      void readAgain(queries, changed, 'later');
      const say = completed ? words.done : words.reopened;
      sayUndoable(say(changed.description), () => {
        mutation.mutate({ item: changed, completed: !completed });
      });
    },
    onError: (error, { item }) => {
      showItem(queries, item);
      sayFailure(error);
    },
    onSettled: (_changed, _error, { item }) => {
      setPending((ids) => new Set([...ids].filter((id) => id !== item.id)));
    },
  });
  return {
    change: (item, completed) => {
      mutation.mutate({ item, completed });
    },
    isPending: ({ id }) => pending.has(id),
    wasCompleted: ({ id, completed }) => before.get(id) ?? completed,
  };
}
