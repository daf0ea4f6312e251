import { answerOf } from '@ci/client/browser';
import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { apiV1 } from '../api/api-v1.ts';
import { useMay, useSession } from '../session/session.query.ts';
import { texts } from '../texts/texts.ts';
import { sayFailure } from './notices.ts';
import { sampleCall } from './sample-call.ts';

/** Records an invented call and opens it: what the console shows is there to be seen before the first real call. */
export function SampleCallButton() {
  const { member } = useSession();
  const mayRecord = useMay('recordCall');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const record = useMutation({
    mutationFn: () => {
      // The first of the own ids, so that a rep sees the call afterwards.
      const rep = { id: member.rep_ids[0] ?? member.email, name: member.name };
      return answerOf(apiV1.POST('/calls', { body: sampleCall(new Date(), rep, texts.shared.sampleTitle) }));
    },
    onSuccess: async (call) => {
      if ('id' in call) await navigate({ to: '/calls/$callId', params: { callId: call.id } });
      await queries.invalidateQueries({ queryKey: ['calls', 'list'] });
    },
    onError: sayFailure,
  });
  if (!mayRecord) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconSparkles size={17} stroke={1.8} aria-hidden />}
      loading={record.isPending}
      onClick={() => record.mutate()}
    >
      {texts.shared.recordSample}
    </Button>
  );
}
