import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { consoleApi } from '../../../api/console-api.ts';
import { sayFailure } from '../../../parts/notices.ts';
import { Section } from '../../../parts/section.tsx';
import { startSession } from '../../../session/session.query.ts';
import { texts } from '../../../texts/texts.ts';

const words = texts.settings.account.sessions;

/** For a member who left a browser open somewhere. */
export function Sessions() {
  const queries = useQueryClient();
  const signOut = useMutation({
    mutationFn: consoleApi.signOutEverywhere,
    onError: sayFailure,
    onSuccess: () => {
      startSession(queries, { session: null });
    },
  });
  return (
    <Section title={words.title} hint={words.hint}>
      <Group>
        <Button
          variant="default"
          loading={signOut.isPending}
          onClick={() => {
            signOut.mutate();
          }}
        >
          {words.action}
        </Button>
      </Group>
    </Section>
  );
}
