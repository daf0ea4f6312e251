import { Box, Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { eventTypesQuery, type SubscribedEvent } from '../../api/webhooks.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { TextSkeleton } from '../../parts/skeletons.tsx';
import { texts } from '../../texts/texts.ts';
import { ExampleToggle } from './example-toggle.tsx';

const words = texts.webhooks.form;

interface EventChoiceProps {
  readonly value: readonly SubscribedEvent[];
  readonly onChange: (events: SubscribedEvent[]) => void;
  readonly error?: ReactNode;
}

/** Which events an endpoint gets, each with what its body looks like. */
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

interface ChoiceProps {
  readonly type: string;
  readonly description: string;
  readonly example: object;
}

function Choice({ type, description, example }: ChoiceProps) {
  return (
    <Box>
      <Checkbox value={type} label={type} description={description} styles={{ label: { fontWeight: 550 } }} />
      <Box pl={26} mt={4}>
        <ExampleToggle type={type} example={example} />
      </Box>
    </Box>
  );
}
