import { answerOf, type operations } from '@ci/client/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiV1 } from '../../api/api-v1.ts';
import { sayDone, sayFailure } from '../../parts/notices.ts';
import { sayUndoable } from '../../parts/undo-notice.tsx';
import { texts } from '../../texts/texts.ts';
import type { ActionItem } from '../action-items/action-items.query.ts';
import { changeItem, readAgain, showItem, showAtOnce } from '../action-items/changed-item.ts';
import { callChanged, callDeleted, type CallDetail } from './call.query.ts';

type CallChange = operations['updateCall']['requestBody']['content']['application/json'];

/** A new analysis: the call is pending again. */
export function useReanalyse({ id }: CallDetail) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(apiV1.POST('/calls/{id}/reanalyze', { params: { path: { id } } })),
    onSuccess: (call) => {
      callChanged(queries, call);
      sayDone(texts.call.againDone);
    },
    onError: sayFailure,
  });
}

export function useEditCall({ id }: CallDetail, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallChange) => answerOf(apiV1.PATCH('/calls/{id}', { params: { path: { id } }, body })),
    onSuccess: (call) => {
      callChanged(queries, call);
      sayDone(texts.shared.saved);
      onDone();
    },
  });
}

type Outcome = CallDetail['outcome'];

/** Sets the outcome, null for the inferred one, and offers to undo it. */
export function useSetOutcome({ id, outcome, outcome_source }: CallDetail) {
  const queries = useQueryClient();
  const before = outcome_source === 'provided' ? outcome : null;
  const send = (body: CallChange) => answerOf(apiV1.PATCH('/calls/{id}', { params: { path: { id } }, body }));
  const undo = useMutation({
    mutationFn: (earlier: Outcome | null) => send({ outcome: earlier }),
    onSuccess: (call) => callChanged(queries, call),
    onError: sayFailure,
  });
  return useMutation({
    // Kept by the change itself: when it is undone the page knows only the new outcome.
    onMutate: () => before,
    mutationFn: (chosen: Outcome) => send({ outcome: chosen }),
    onSuccess: (call, _chosen, earlier) => {
      callChanged(queries, call);
      sayUndoable(texts.call.outcome.set(texts.outcomes[call.outcome]), () => undo.mutate(earlier));
    },
    onError: sayFailure,
  });
}

/** Exchanges the sides of the transcript, and offers to exchange them back. The key keeps a repeated request from doing it twice. */
export function useSwapSpeakers({ id }: CallDetail) {
  const queries = useQueryClient();
  const swap = useMutation({
    mutationFn: ({ key }: { readonly key: string }) =>
      answerOf(
        apiV1.PATCH('/calls/{id}/speakers', {
          params: { path: { id }, header: { 'Idempotency-Key': key } },
          body: { swap: true },
        }),
      ),
    onSuccess: (call) => {
      callChanged(queries, call);
      sayUndoable(texts.call.sides.swapped, () => {
        swap.mutate({ key: crypto.randomUUID() });
      });
    },
    onError: sayFailure,
  });
  return { ...swap, swap: () => swap.mutate({ key: crypto.randomUUID() }) };
}

export function useDeleteCall({ id }: CallDetail, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(apiV1.DELETE('/calls/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      onDone();
      callDeleted(queries, id);
      sayDone(texts.call.delete.done);
    },
  });
}

interface Ticked {
  readonly item: ActionItem;
  readonly completed: boolean;
}

/** Ticks an item at once, takes it back when the service does not, and offers to undo it. */
export function useTick() {
  const queries = useQueryClient();
  const tick = useMutation({
    mutationFn: ({ item, completed }: Ticked) => changeItem(item, { completed }),
    onMutate: ({ item, completed }) => showAtOnce(queries, { ...item, completed }),
    onError: (error, { item }) => {
      showItem(queries, item);
      sayFailure(error);
    },
    onSuccess: (changed, { completed }) => {
      showItem(queries, changed);
      void readAgain(queries, changed, 'later');
      const { done, reopened } = texts.call.whatToDo;
      sayUndoable((completed ? done : reopened)(changed.description), () => {
        tick.mutate({ item: changed, completed: !completed });
      });
    },
  });
  return tick;
}
