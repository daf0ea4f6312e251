import { PageHeader } from '../../parts/page-header.tsx';
import { texts } from '../../texts/en.ts';

export function ContactPage() {
  return <PageHeader title={texts.frame.links.contacts} />;
}
