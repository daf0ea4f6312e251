import type { ConsoleKey } from '@ci/contracts/console';
import { ActionIcon, Badge, Code, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DateTime } from '../../../parts/date-time.tsx';
import { Cell, RowHead, StackingTable } from '../../../parts/stacking-table.tsx';
import { texts } from '../../../texts/texts.ts';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';

const words = texts.settings.keys;
const { columns } = words;
const dataColumns = [columns.name, columns.key, columns.scope, columns.created, columns.lastUsed];

/** The keys by name; each is recognised by how it begins and ends. */
export function KeyTable({ keys }: { readonly keys: readonly ConsoleKey[] }) {
  const [deleting, setDeleting] = useState<ConsoleKey>();
  return (
    <>
      <StackingTable columns={[...dataColumns, columns.actions]} lastIsActions>
        {keys.map((key) => (
          <KeyRow key={key.id} of={key} onDelete={setDeleting} />
        ))}
      </StackingTable>
      <DeleteKeyDialog of={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

function KeyRow({ of: key, onDelete }: { readonly of: ConsoleKey; readonly onDelete: (key: ConsoleKey) => void }) {
  return (
    <tr>
      <RowHead>{key.name}</RowHead>
      <Cell label={columns.key}>
        <Code>{`${key.prefix}…${key.last_four}`}</Code>
      </Cell>
      <Cell label={columns.scope}>
        <Badge color={key.scope === 'read-write' ? 'petrol' : 'gray'}>{words.scopes[key.scope]}</Badge>
      </Cell>
      <Cell label={columns.created}>
        <DateTime iso={key.created_at} />
        {key.created_by !== null && (
          <Text size="sm" c="dimmed">
            {words.createdBy(key.created_by)}
          </Text>
        )}
      </Cell>
      <Cell label={columns.lastUsed}>
        {key.last_used_at === null ? (
          <Text span size="sm" c="dimmed">
            {words.neverUsed}
          </Text>
        ) : (
          <DateTime iso={key.last_used_at} />
        )}
      </Cell>
      <Cell>
        <ActionIcon size="lg" aria-label={words.delete.of(key.name)} onClick={() => onDelete(key)}>
          <IconTrash size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Cell>
    </tr>
  );
}
