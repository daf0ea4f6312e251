import { ActionIcon, Modal, NativeSelect, Stack, Textarea, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { sayDone } from '../../parts/notices.ts';
import { texts } from '../../texts/texts.ts';
import type { ActionItem } from './action-items.query.ts';
import { changeItem, readAgain, showItem } from './changed-item.ts';
import { changeOf, itemFieldsOf, problemsOf, type ItemFields } from './item-fields.ts';

const words = texts.actionItems.edit;

/** Opens what people know better than an analysis: what is to be done, by whom and until when. */
export function EditItem({ item }: { readonly item: ActionItem }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Tooltip label={words.action}>
        <ActionIcon c="dimmed" aria-label={words.actionFor(item.description)} onClick={open}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal opened={opened} onClose={close} title={words.title}>
        <EditForm item={item} onClose={close} />
      </Modal>
    </>
  );
}

function EditForm({ item, onClose }: { readonly item: ActionItem; readonly onClose: () => void }) {
  const edit = useEditItem(item, onClose);
  const form = useForm<ItemFields>({ initialValues: itemFieldsOf(item), validate: problemsOf });
  return (
    <form
      onSubmit={form.onSubmit((fields) => {
        edit.mutate(fields);
      })}
    >
      <Stack gap="md">
        <Textarea
          data-autofocus
          label={words.description}
          autosize
          maxLength={2_000}
          {...form.getInputProps('description')}
        />
        <NativeSelect
          label={words.owner}
          data={[
            { value: 'rep', label: texts.actionItems.owners.rep },
            { value: 'prospect', label: texts.actionItems.owners.prospect },
          ]}
          {...form.getInputProps('owner')}
        />
        <TextInput type="date" label={words.due} description={words.dueHint} {...form.getInputProps('due')} />
        <FailureAlert error={edit.error} />
        <FormActions action={texts.shared.save} pending={edit.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Only what differs is sent: an analysis may still correct the rest. */
function useEditItem(item: ActionItem, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fields: ItemFields) => changeItem(item, changeOf(item, fields)),
    onSuccess: (changed) => {
      showItem(queries, changed);
      void readAgain(queries, changed, 'now');
      sayDone(texts.shared.saved);
      onDone();
    },
  });
}
