import { PageHeader } from '../../parts/page-header.tsx';
import { texts } from '../../texts/en.ts';

export function WebhookPage() {
  return <PageHeader title={texts.frame.links.webhooks} />;
}
