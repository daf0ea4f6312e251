import { Center } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { EmptyState } from '../parts/empty-state.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { texts } from '../texts/texts.ts';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <Center component="main" p="xl" mih="80dvh">
      <title>{`${texts.frame.notFound.title} · ${texts.frame.product}`}</title>
      <EmptyState icon={IconMapOff} title={texts.frame.notFound.title} level={1} hint={texts.frame.notFound.hint}>
        <ButtonLink to="/calls" variant="default">
          {texts.frame.notFound.home}
        </ButtonLink>
      </EmptyState>
    </Center>
  );
}
