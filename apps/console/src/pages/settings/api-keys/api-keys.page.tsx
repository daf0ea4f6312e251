import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook, IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AllowedOnly } from '../../../parts/allowed-only.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { QueryState } from '../../../parts/query-state.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { useIsOwner } from '../../../session/session.query.ts';
import { texts } from '../../../texts/texts.ts';
import { SettingsHeading } from '../settings-heading.tsx';
import { AddressRules, EventTypes } from './api-notes.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { keysQuery } from './keys.query.ts';

const words = texts.settings.keys;

/** The keys that let other programs use the API: what there is, a new one, an old one gone. */
export function ApiKeysPage() {
  return (
    <AllowedOnly may={useIsOwner()} {...words.ownersOnly}>
      <ApiKeys />
    </AllowedOnly>
  );
}

function ApiKeys() {
  const keys = useQuery(keysQuery);
  const [creating, { open, close }] = useDisclosure();
  return (
    <Stack gap="lg">
      <SettingsHeading title={words.title} hint={words.hint}>
        <Group gap="sm">
          <Button
            component="a"
            href="/docs"
            variant="default"
            leftSection={<IconBook size={17} stroke={1.8} aria-hidden />}
          >
            {texts.settings.api.reference}
          </Button>
          <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={open}>
            {words.create}
          </Button>
        </Group>
      </SettingsHeading>
      <QueryState query={keys}>
        {({ data }) => (
          <Surface p={0}>
            {data.length === 0 ? <EmptyState icon={IconKey} level={3} {...words.empty} /> : <KeyTable keys={data} />}
          </Surface>
        )}
      </QueryState>
      <EventTypes />
      <AddressRules />
      <CreateKeyDialog opened={creating} onClose={close} />
    </Stack>
  );
}
