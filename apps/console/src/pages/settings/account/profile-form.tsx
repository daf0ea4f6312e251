import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { consoleApi } from '../../../api/console-api.ts';
import { FailureAlert } from '../../../parts/failure-alert.tsx';
import { fieldFailures } from '../../../parts/field-failures.ts';
import { sayDone } from '../../../parts/notices.ts';
import { Section } from '../../../parts/section.tsx';
import { sessionQuery, useSession } from '../../../session/session.query.ts';
import { texts } from '../../../texts/texts.ts';

const words = texts.settings.account.profile;
const { roles, roleHints } = texts.settings.members;

/** The name that others see. */
export function ProfileForm() {
  const { member } = useSession();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: consoleApi.changeOwnAccount,
    onError: (error) => form.setErrors(fieldFailures(error)),
    onSuccess: async ({ name }) => {
      form.resetDirty({ name });
      sayDone(texts.shared.saved);
      await queries.invalidateQueries(sessionQuery);
    },
  });
  const form = useForm({
    initialValues: { name: member.name },
    validate: { name: (name) => (name.trim() === '' ? texts.session.invalid.name : null) },
  });
  return (
    <Section title={words.title}>
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          save.mutate(values);
        })}
      >
        <Stack gap="md">
          <FailureAlert error={save.error} unlessField />
          <TextInput label={texts.session.name} autoComplete="name" maxLength={200} {...form.getInputProps('name')} />
          <TextInput
            variant="filled"
            label={texts.session.email}
            description={words.emailHint}
            value={member.email}
            readOnly
          />
          <TextInput
            variant="filled"
            label={words.role}
            description={roleHints[member.role]}
            value={roles[member.role]}
            readOnly
          />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {texts.shared.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
