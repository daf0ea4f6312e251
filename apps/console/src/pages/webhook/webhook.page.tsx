import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconRotate, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { webhookQuery, type Webhook } from '../../api/webhooks.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { AllowedOnly } from '../../parts/allowed-only.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { useMay } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { Danger } from './danger.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { RecoveryProgress } from './recovery-progress.tsx';
import { TestDialog } from './test-dialog.tsx';
import { WebhookFacts } from './webhook-facts.tsx';

const words = texts.webhooks;

/** One endpoint: how it does, what was sent to it, what can be done about it. */
export function WebhookPage() {
  const { webhookId } = useParams({ from: '/frame/webhooks/$webhookId' });
  const may = useMay('getWebhook');
  return (
    <>
      {!may && <PageHeader title={words.endpoint} />}
      <AllowedOnly may={may} {...words.ownersOnly}>
        <Endpoint webhookId={webhookId} />
      </AllowedOnly>
    </>
  );
}

function Endpoint({ webhookId }: { readonly webhookId: string }) {
  const query = useQuery(webhookQuery(webhookId));
  return (
    <>
      <BackLink home="webhooks" />
      {query.data === undefined && <PageHeader title={words.endpoint} />}
      <QueryState query={query} skeleton={<PageSkeleton />}>
        {(webhook) => (
          <>
            <PageHeader title={webhook.url} tabTitle={new URL(webhook.url).host}>
              <Actions webhook={webhook} />
            </PageHeader>
            <Stack gap="lg">
              <WebhookFacts webhook={webhook} />
              <RecoveryProgress webhookId={webhookId} />
              <DeliveryLog webhookId={webhookId} />
              <Danger webhook={webhook} />
            </Stack>
          </>
        )}
      </QueryState>
    </>
  );
}

function Actions({ webhook }: { readonly webhook: Webhook }) {
  const [test, testDialog] = useDisclosure();
  const [change, changeDialog] = useDisclosure();
  const [recover, recoverDialog] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconSend size={16} aria-hidden />} onClick={testDialog.open}>
        {words.test.action}
      </Button>
      <Button variant="default" leftSection={<IconRotate size={16} aria-hidden />} onClick={recoverDialog.open}>
        {words.recover.action}
      </Button>
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={changeDialog.open}>
        {words.change.action}
      </Button>
      <TestDialog webhook={webhook} opened={test} onClose={testDialog.close} />
      <RecoverDialog webhook={webhook} opened={recover} onClose={recoverDialog.close} />
      <ChangeDialog webhook={webhook} opened={change} onClose={changeDialog.close} />
    </>
  );
}
