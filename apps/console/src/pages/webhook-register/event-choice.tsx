import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Box, Button, Checkbox, Collapse, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { eventTypesQuery, type SubscribedEvent } from '../../api/webhooks.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { TextSkeleton } from '../../parts/skeletons.tsx';
import { texts } from '../../texts/en.ts';
import { JsonBlock } from './json-block.tsx';

const words = texts.webhooks.form;

interface EventChoiceProps {
  readonly value: readonly SubscribedEvent[];
  readonly onChange: (events: SubscribedEvent[]) => void;
  readonly error?: ReactNode;
}

/** Which events an endpoint is told, each with what its body looks like. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const query = useQuery(eventTypesQuery);
  return (
    <QueryState query={query} skeleton={<TextSkeleton lines={3} />}>
      {(types) => (
        <Checkbox.Group
          label={words.events}
          value={[...value]}
          error={error}
          onChange={(chosen) => {
            onChange(types.flatMap(({ type }) => (type !== 'webhook.test' && chosen.includes(type) ? [type] : [])));
          }}
        >
          <Stack gap="sm" mt="xs" mb="xs">
            {types
              .filter(({ subscribable }) => subscribable)
              .map(({ type, description, example }) => (
                <Choice key={type} type={type} description={description} example={example} />
              ))}
          </Stack>
        </Checkbox.Group>
      )}
    </QueryState>
  );
}

function Choice({ type, description, example }: { type: string; description: string; example: object }) {
  const [open, { toggle }] = useDisclosure();
  return (
    <Box>
      <Checkbox value={type} label={type} description={description} styles={{ label: { fontWeight: 550 } }} />
      <Button
        variant="subtle"
        size="compact-xs"
        ml={26}
        mt={4}
        onClick={toggle}
        leftSection={open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        aria-expanded={open}
        aria-label={words.showExample(type)}
      >
        {words.example}
      </Button>
      <Collapse expanded={open}>
        <Box mt="xs">{open && <JsonBlock label={words.exampleOf(type)} text={JSON.stringify(example, null, 2)} />}</Box>
      </Collapse>
    </Box>
  );
}
