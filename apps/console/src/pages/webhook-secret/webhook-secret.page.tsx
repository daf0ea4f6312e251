import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { webhookQuery } from '../../api/webhooks.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { AllowedOnly } from '../../parts/allowed-only.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { useMay } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { RegisterStep, RemoveStep, VerifyStep } from './steps.tsx';

const words = texts.webhooks;

/** Leads from one secret to the next: a second endpoint, both accepted, the first deleted. The second is named in the address. */
export function WebhookSecretPage() {
  const may = useMay('createWebhook');
  const { webhookId } = useParams({ from: '/frame/webhooks/$webhookId/replace-secret' });
  return (
    <>
      <AnchorLink to="/webhooks/$webhookId" params={{ webhookId }} size="sm">
        {words.secret.back}
      </AnchorLink>
      <PageHeader title={words.secret.title} hint={words.secret.hint} />
      <AllowedOnly may={may} {...words.ownersOnly}>
        <Steps webhookId={webhookId} />
      </AllowedOnly>
    </>
  );
}

function Steps({ webhookId }: { readonly webhookId: string }) {
  const query = useQuery(webhookQuery(webhookId));
  const { next } = useSearch({ from: '/frame/webhooks/$webhookId/replace-secret' });
  return (
    <QueryState query={query}>
      {(webhook) => (
        <Stack gap="lg" maw="46rem">
          <RegisterStep webhook={webhook} next={next} />
          <VerifyStep next={next} />
          <RemoveStep webhook={webhook} next={next} />
        </Stack>
      )}
    </QueryState>
  );
}
