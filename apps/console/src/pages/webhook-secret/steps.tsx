import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deliveriesQuery, registerWebhook, sendTest, webhooksChanged, type Webhook } from '../../api/webhooks.ts';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { sayFailure } from '../../parts/notices.ts';
import { Section } from '../../parts/section.tsx';
import { texts } from '../../texts/texts.ts';
import { SecretOnce } from '../webhook-register/secret-once.tsx';
import { DeleteWebhook } from '../webhook/delete-webhook.tsx';
import { useWebhookAction } from '../webhook/use-webhook-action.ts';

const words = texts.webhooks.secret;

interface StepProps {
  readonly webhook: Webhook;
  /** The second endpoint, once there is one. */
  readonly next: string | undefined;
}

export function RegisterStep({ webhook, next }: StepProps) {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/webhooks/$webhookId/replace-secret' });
  const { url, description, events } = webhook;
  const register = useMutation({
    mutationFn: () => registerWebhook({ url, description, events }),
    onSuccess: async ({ id }) => {
      await navigate({ search: { next: id }, replace: true, resetScroll: false });
      await webhooksChanged(queries);
    },
  });
  return (
    <Section title={words.register.title} hint={words.register.hint}>
      {register.data !== undefined && <SecretOnce secret={register.data.secret} />}
      {next === undefined ? (
        <Group>
          <Button
            loading={register.isPending}
            onClick={() => {
              register.mutate();
            }}
          >
            {words.register.action}
          </Button>
        </Group>
      ) : (
        <Text size="sm">
          {words.register.done} {register.data === undefined && words.register.lost}{' '}
          <AnchorLink to="/webhooks/$webhookId" params={{ webhookId: next }} underline="always">
            {words.register.open}
          </AnchorLink>
        </Text>
      )}
      <FailureAlert error={register.error} />
    </Section>
  );
}

export function VerifyStep({ next }: Pick<StepProps, 'next'>) {
  return (
    <Section title={words.verify.title} hint={words.verify.hint}>
      {next === undefined ? <Text size="sm">{words.verify.waiting}</Text> : <TestOfNext next={next} />}
    </Section>
  );
}

function TestOfNext({ next }: { readonly next: string }) {
  const last = useLastTest(next);
  const send = useWebhookAction(() => sendTest(next, 'webhook.test'), texts.webhooks.test.done);
  return (
    <Group gap="md">
      <Button
        variant="default"
        loading={send.isPending}
        onClick={() => {
          send.mutate(undefined, { onError: sayFailure });
        }}
      >
        {texts.webhooks.test.action}
      </Button>
      <Text size="sm" role="status">
        {last === undefined
          ? words.verify.none
          : words.verify.state(texts.webhooks.log.statuses[last.status].toLowerCase())}
      </Text>
    </Group>
  );
}

export function RemoveStep({ webhook, next }: StepProps) {
  return (
    <Section title={words.remove.title} hint={words.remove.hint}>
      {next === undefined ? (
        <Text size="sm">{words.verify.waiting}</Text>
      ) : (
        <RemoveFirst webhook={webhook} next={next} />
      )}
    </Section>
  );
}

function RemoveFirst({ webhook, next }: { readonly webhook: Webhook; readonly next: string }) {
  const [opened, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const proved = useLastTest(next)?.status === 'delivered';
  return (
    <Group gap="md">
      <Button color="red" variant="light" disabled={!proved} onClick={open}>
        {words.remove.action}
      </Button>
      {!proved && <Text size="sm">{words.remove.notProved}</Text>}
      <DeleteWebhook
        webhook={webhook}
        opened={opened}
        onClose={close}
        done={words.remove.done}
        leave={() => navigate({ to: '/webhooks/$webhookId', params: { webhookId: next } })}
      />
    </Group>
  );
}

/** The newest test event to an endpoint. */
function useLastTest(webhookId: string) {
  const { data } = useInfiniteQuery(deliveriesQuery(webhookId, { event_type: 'webhook.test' }));
  return data?.pages[0]?.data[0];
}
