import type { Resource } from '@ci/client/browser';
import { Alert, Badge, Button, Group, List, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconSwitchVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatOffset } from '../../formats/durations.ts';
import { Duration } from '../../parts/date-time.tsx';
import { Section } from '../../parts/section.tsx';
import { formatNumber } from '../../formats/numbers.ts';
import { texts } from '../../texts/texts.ts';
import { sidesOf, swapped, type Side } from './upload-request.ts';
import classes from './upload.module.css';

const words = texts.upload.found;
const firstTurns = 6;
const sides = (['rep', 'prospect'] as const).map((value) => ({ value, label: words.sides[value] }));

type Preview = Pick<Resource<'CallPreview'>, 'duration_seconds' | 'import' | 'speaker_mapping' | 'transcript'>;

interface RecognisedProps {
  readonly preview: Preview;
  readonly onSides: (sides: ReadonlyMap<string, Side>) => void;
}

/** How the file was understood, and who in it is who. */
export function Recognised({ preview, onSides }: RecognisedProps) {
  const speakers = preview.import?.speakers ?? [];
  const notes = preview.import?.notes ?? [];
  const format = preview.import?.format ?? '';
  const oneSide = new Set(preview.transcript.map(({ speaker }) => speaker)).size === 1;
  return (
    <Section title={words.title}>
      <dl className={classes.facts}>
        <Fact name={words.format}>{words.formats[format] ?? format}</Fact>
        <Fact name={words.duration}>
          <Duration seconds={preview.duration_seconds} />
        </Fact>
        <Fact name={words.turns}>{formatNumber(preview.transcript.length)}</Fact>
      </dl>
      {preview.speaker_mapping === 'guessed' && <Alert color="yellow">{words.guessed}</Alert>}
      {oneSide && <Alert color="yellow">{words.oneSide}</Alert>}
      {notes.length > 0 && (
        <Alert color="yellow" title={words.notes}>
          <List size="sm">
            {notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Speakers speakers={speakers} onSides={onSides} />
      <FirstTurns transcript={preview.transcript} />
    </Section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={550}>
        {children}
      </Text>
    </div>
  );
}

interface SpeakersProps {
  readonly speakers: NonNullable<Preview['import']>['speakers'];
  readonly onSides: RecognisedProps['onSides'];
}

function Speakers({ speakers, onSides }: SpeakersProps) {
  const known = sidesOf(speakers);
  return (
    <Stack gap="xs" maw="32rem">
      <Title order={3}>{words.speakers}</Title>
      {speakers.map(({ name, side }) => (
        <Group key={name ?? ''} justify="space-between" gap="xs">
          <Text className={classes.wrap ?? ''}>{name ?? words.unnamed}</Text>
          {name === null ? (
            <Badge color={side === 'rep' ? 'petrol' : 'gray'}>{words.sides[side]}</Badge>
          ) : (
            <SegmentedControl
              size="xs"
              aria-label={words.side(name)}
              data={sides}
              value={side}
              onChange={(chosen) => onSides(new Map(known).set(name, chosen))}
            />
          )}
        </Group>
      ))}
      {known.size > 1 && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconSwitchVertical size={15} aria-hidden />}
            onClick={() => onSides(swapped(known))}
          >
            {words.swap}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function FirstTurns({ transcript }: { readonly transcript: Preview['transcript'] }) {
  const hidden = transcript.length - firstTurns;
  return (
    <div>
      <Title order={3} mb={4}>
        {words.first}
      </Title>
      <ol className={classes.turns}>
        {transcript.slice(0, firstTurns).map(({ speaker, start_ms, text }, at) => (
          <li key={at} className={classes.turn}>
            <Text span size="sm" c="dimmed" data-numbers>
              {formatOffset(start_ms)}
            </Text>
            <Text span size="sm" fw={550}>
              {words.sides[speaker]}
            </Text>
            <Text span size="sm" className={classes.wrap ?? ''}>
              {text}
            </Text>
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {words.more(hidden)}
        </Text>
      )}
    </div>
  );
}
