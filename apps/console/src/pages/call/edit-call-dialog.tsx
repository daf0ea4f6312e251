import { Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { texts } from '../../texts/texts.ts';
import { useEditCall } from './call-changes.ts';
import type { CallDetail } from './call.query.ts';

const words = texts.call.edit;
const inferred = 'inferred';
const longestTitle = 500;

interface EditCallDialogProps {
  readonly call: CallDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The title and the outcome: what people know better than an analysis. */
export function EditCallDialog({ call, opened, onClose }: EditCallDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={words.title}>
      <EditForm call={call} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ call, onClose }: Omit<EditCallDialogProps, 'opened'>) {
  const edit = useEditCall(call, onClose);
  const form = useForm<{ title: string; outcome: CallDetail['outcome'] | typeof inferred }>({
    initialValues: { title: call.title ?? '', outcome: call.outcome_source === 'provided' ? call.outcome : inferred },
  });
  return (
    <form
      onSubmit={form.onSubmit(({ title, outcome }) =>
        edit.mutate({
          title: title.trim() === '' ? null : title.trim(),
          outcome: outcome === inferred ? null : outcome,
        }),
      )}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={words.name}
          description={words.nameHint}
          maxLength={longestTitle}
          {...form.getInputProps('title')}
        />
        <Select
          label={words.outcome}
          allowDeselect={false}
          data={[
            { value: inferred, label: words.inferred },
            ...Object.entries(texts.outcomes).map(([value, label]) => ({ value, label })),
          ]}
          {...form.getInputProps('outcome')}
        />
        <FailureAlert error={edit.error} />
        <FormActions action={texts.shared.save} pending={edit.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
