import { answerOf } from '@ci/client/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiV1 } from '../../api/api-v1.ts';
import { sayFailure } from '../../parts/notices.ts';
import { sayUndoable } from '../../parts/undo-notice.tsx';
import { texts } from '../../texts/en.ts';
import { callKey } from '../call/call.query.ts';
import type { ActionItem, ActionItems } from './action-items.query.ts';

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

  const show = (changed: ActionItem): void => {
    queries.setQueriesData<ActionItems>(
      { queryKey: ['action-items'] },
      (known) => known && { ...known, items: known.items.map((item) => (item.id === changed.id ? changed : item)) },
    );
  };
  const mutation = useMutation({
    mutationFn: ({ item: { id }, completed }: Change) =>
      answerOf(apiV1.PATCH('/action-items/{id}', { params: { path: { id } }, body: { completed } })),
    onMutate: async ({ item, completed }) => {
      await queries.cancelQueries({ queryKey: ['action-items'] });
      setPending((ids) => new Set(ids).add(item.id));
      setBefore((known) => (known.has(item.id) ? known : new Map(known).set(item.id, item.completed)));
      show({ ...item, completed });
    },
    onSuccess: (changed, { completed }) => {
      show(changed);
      void queries.invalidateQueries({ queryKey: ['action-items'], refetchType: 'none' });
      void queries.invalidateQueries({ queryKey: [...callKey(changed.call_id), 'action-items'] });
      const say = completed ? words.done : words.reopened;
      sayUndoable(say(changed.description), () => {
        mutation.mutate({ item: changed, completed: !completed });
      });
    },
    onError: (error, { item }) => {
      show(item);
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
