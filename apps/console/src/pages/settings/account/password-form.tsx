import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { consoleApi } from '../../../api/console-api.ts';
import { FailureAlert } from '../../../parts/failure-alert.tsx';
import { fieldFailures } from '../../../parts/field-failures.ts';
import { sayDone } from '../../../parts/notices.ts';
import { Section } from '../../../parts/section.tsx';
import { passwordProblem } from '../../../session/password-rules.ts';
import { visibilityToggle } from '../../../session/password-visibility.ts';
import { useSession } from '../../../session/session.query.ts';
import { texts } from '../../../texts/texts.ts';

const words = texts.settings.account.password;

/** A new password, for a member who knows the current one. */
export function PasswordForm() {
  const { member } = useSession();
  const form = useForm({
    initialValues: { current_password: '', password: '' },
    validate: {
      current_password: (password) => (password === '' ? texts.session.invalid.password : null),
      password: (password) => passwordProblem(password, member.email),
    },
  });
  const change = useMutation({
    mutationFn: consoleApi.changePassword,
    onError: (error) => form.setErrors(fieldFailures(error)),
    onSuccess: () => {
      form.reset();
      sayDone(words.done);
    },
  });
  return (
    <Section title={words.title} hint={words.hint}>
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          change.mutate(values);
        })}
      >
        <Stack gap="md">
          <FailureAlert error={change.error} unlessField />
          {/* A password manager learns whose password this is. */}
          <input type="text" autoComplete="username" value={member.email} readOnly hidden />
          <PasswordInput
            label={words.current}
            autoComplete="current-password"
            visibilityToggleButtonProps={visibilityToggle}
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={words.next}
            description={texts.session.passwordHint}
            autoComplete="new-password"
            visibilityToggleButtonProps={visibilityToggle}
            {...form.getInputProps('password')}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {words.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
