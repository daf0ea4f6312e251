import { Alert, Button, Group, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useMay } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { useSwapSpeakers } from './call-changes.ts';
import type { CallDetail } from './call.query.ts';
import classes from './call.module.css';
import { speakerNames } from './transcript-line.tsx';

const words = texts.call.sides;

/** Says that the sides are a guess, and swaps them. Nothing where the file or a person said who is who. */
export function GuessedSides({ call }: { readonly call: CallDetail }) {
  const mayChange = useMay('correctSpeakers');
  const sides = useSwapSpeakers(call);
  if (call.speaker_mapping !== 'guessed') return null;
  return (
    <Alert role="note" color="yellow" variant="light" radius={0} px="md" py="xs" className={classes.guessed ?? ''}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 14rem">
          {words.guessed(speakerNames(call).rep)}
        </Text>
        {mayChange && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowsExchange size={15} aria-hidden />}
            loading={sides.isPending}
            onClick={sides.swap}
          >
            {words.swap}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
