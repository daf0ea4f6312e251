import { Center, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../../parts/brand.tsx';
import { LanguageSwitch } from '../../parts/language-switch.tsx';
import { Surface } from '../../parts/surface.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './entrance.module.css';

interface EntranceProps {
  readonly title: string;
  readonly tabTitle?: string;
  readonly children: ReactNode;
}

/** The page for a user who is not signed in. */
export function Entrance({ title, tabTitle = title, children }: EntranceProps) {
  return (
    <Center component="main" className={classes.ground ?? ''}>
      <title>{`${tabTitle} · ${texts.frame.product}`}</title>
      <Stack gap="lg" w="100%" maw={420}>
        <Center>
          <Brand />
        </Center>
        <Surface p="xl">
          <Stack gap="lg">
            <Title order={1}>{title}</Title>
            {children}
          </Stack>
        </Surface>
        <Center>
          <LanguageSwitch />
        </Center>
      </Stack>
    </Center>
  );
}
