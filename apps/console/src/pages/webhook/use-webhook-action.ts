import { useMutation, useQueryClient } from '@tanstack/react-query';
import { webhooksChanged } from '../../api/webhooks.ts';
import { sayDone } from '../../parts/notices.ts';

/** Something that changes webhooks: afterwards it is reported, and what is on the page is read again. */
export function useWebhookAction<Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  done: string | ((answer: Answer) => string),
  afterwards: () => void = () => undefined,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (answer) => {
      sayDone(typeof done === 'string' ? done : done(answer));
      afterwards();
      await webhooksChanged(queries);
    },
  });
}
