import { PageHeader } from '../../parts/page-header.tsx';
import { texts } from '../../texts/en.ts';

export function ActionItemsPage() {
  return <PageHeader title={texts.frame.links.actionItems} />;
}
