import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { texts } from '../../texts/texts.ts';
import classes from './transcript-list.module.css';

const words = texts.call.transcript.search;

interface TranscriptSearchBarProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly hits: number;
  /** Which of them is shown, from 0; null before one is. */
  readonly shown: number | null;
  readonly onStep: (step: 1 | -1) => void;
}

/** Finds words in the transcript; Enter goes to the next place, Shift and Enter to the one before. */
export function TranscriptSearchBar({ query, onQuery, hits, shown, onStep }: TranscriptSearchBarProps) {
  const isAsked = query.trim() !== '';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      onStep(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape' && query !== '') {
      event.preventDefault();
      onQuery('');
    }
  };
  return (
    <Group className={classes.search ?? ''} role="search" aria-label={words.label} gap={4} wrap="nowrap">
      <TextInput
        flex={1}
        size="sm"
        type="search"
        aria-label={words.label}
        placeholder={words.label}
        data-shortcut="search"
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={({ currentTarget }) => onQuery(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Text size="xs" c="dimmed" role="status" data-numbers className={classes.hits ?? ''}>
        {isAsked && (hits === 0 ? words.none : words.place((shown ?? 0) + 1, hits))}
      </Text>
      <ActionIcon aria-label={words.before} disabled={hits === 0} onClick={() => onStep(-1)}>
        <IconChevronUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={words.next} disabled={hits === 0} onClick={() => onStep(1)}>
        <IconChevronDown size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
