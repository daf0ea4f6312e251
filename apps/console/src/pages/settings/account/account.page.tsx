import { Title } from '@mantine/core';
import { texts } from '../../../texts/en.ts';

export function AccountPage() {
  return <Title order={2}>{texts.settings.sections.account}</Title>;
}
