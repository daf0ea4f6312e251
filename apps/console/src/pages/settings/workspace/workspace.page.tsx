import { Title } from '@mantine/core';
import { texts } from '../../../texts/en.ts';

export function WorkspacePage() {
  return <Title order={2}>{texts.settings.sections.workspace}</Title>;
}
