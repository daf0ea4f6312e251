import { Box, Button, Collapse } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { JsonBlock } from '../../parts/json-block.tsx';
import { texts } from '../../texts/texts.ts';

const words = texts.webhooks.form;

interface ExampleToggleProps {
  readonly type: string;
  readonly example: object;
}

/** What the body of an event looks like, for a user who wants to see it. */
export function ExampleToggle({ type, example }: ExampleToggleProps) {
  const [open, { toggle }] = useDisclosure();
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <Box>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<Chevron size={14} aria-hidden />}
        onClick={toggle}
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
