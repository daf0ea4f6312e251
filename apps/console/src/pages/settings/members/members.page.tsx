import { Title } from '@mantine/core';
import { texts } from '../../../texts/en.ts';

export function MembersPage() {
  return <Title order={2}>{texts.settings.sections.members}</Title>;
}
