import { Title } from '@mantine/core';
import { texts } from '../../../texts/en.ts';

export function ApiKeysPage() {
  return <Title order={2}>{texts.settings.sections.apiKeys}</Title>;
}
