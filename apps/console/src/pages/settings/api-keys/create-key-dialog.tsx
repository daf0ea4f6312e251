import type { CreatedConsoleKey, CreateKey } from '@ci/contracts/console';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { consoleApi } from '../../../api/console-api.ts';
import { FailureAlert } from '../../../parts/failure-alert.tsx';
import { FormActions } from '../../../parts/form-actions.tsx';
import { ShownOnceDialog } from '../../../parts/shown-once-dialog.tsx';
import { texts } from '../../../texts/texts.ts';
import { CreatedKey } from './created-key.tsx';
import { keysQuery } from './keys.query.ts';

const words = texts.settings.keys;
const scopes = ['read-only', 'read-write'] as const satisfies readonly CreateKey['scope'][];

interface CreateKeyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for the name and the scope, then shows the key, once. */
export function CreateKeyDialog({ opened, onClose }: CreateKeyDialogProps) {
  return (
    <ShownOnceDialog<CreatedConsoleKey>
      opened={opened}
      onClose={onClose}
      titles={{ form: words.form.title, created: words.created.title }}
      form={(onCreated) => <CreateKeyForm onCancel={onClose} onCreated={onCreated} />}
    >
      {(created) => <CreatedKey apiKey={created.key} onDone={onClose} />}
    </ShownOnceDialog>
  );
}

interface CreateKeyFormProps {
  readonly onCancel: () => void;
  readonly onCreated: (key: CreatedConsoleKey) => void;
}

function CreateKeyForm({ onCancel, onCreated }: CreateKeyFormProps) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: consoleApi.createKey,
    onSuccess: async (key) => {
      onCreated(key);
      await queries.invalidateQueries(keysQuery);
    },
  });
  const form = useForm<CreateKey>({
    initialValues: { name: '', scope: 'read-only' },
    validate: { name: (name) => (name.trim() === '' ? words.form.nameMissing : null) },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        create.mutate(values);
      })}
    >
      <Stack gap="md">
        <FailureAlert error={create.error} />
        <TextInput
          data-autofocus
          label={words.form.name}
          description={words.form.nameHint}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Radio.Group label={words.form.scope} {...form.getInputProps('scope')}>
          <Stack gap="sm" mt="xs">
            {scopes.map((scope) => (
              <Radio key={scope} value={scope} label={words.scopes[scope]} description={words.scopeHints[scope]} />
            ))}
          </Stack>
        </Radio.Group>
        <FormActions action={words.form.action} pending={create.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
