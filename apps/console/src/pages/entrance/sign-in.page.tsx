import { Alert, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '@ci/client/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { consoleApi } from '../../api/console-api.ts';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { texts } from '../../texts/texts.ts';
import { startSession } from '../../session/session.query.ts';
import { CredentialFields } from './credential-fields.tsx';
import { Entrance } from './entrance.tsx';
import { nextOf } from './next-page.ts';

const words = texts.session;

/** For those who have an account. */
export function SignInPage() {
  const signIn = useSignIn();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() === '' ? words.invalid.email : null),
      password: (password) => (password === '' ? words.invalid.password : null),
    },
  });
  return (
    <Entrance title={words.signIn.title}>
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          signIn.mutate(values);
        })}
      >
        <Stack gap="md">
          <SignInFailure error={signIn.error} />
          <CredentialFields form={form} password="current-password" />
          <Button type="submit" size="md" loading={signIn.isPending}>
            {words.signIn.action}
          </Button>
        </Stack>
      </form>
      <Text size="sm" c="dimmed">
        {words.signIn.noAccount}
      </Text>
    </Entrance>
  );
}

function SignInFailure({ error }: { readonly error: Error | null }) {
  if (!(error instanceof ApiError) || error.status !== 401) return <FailureAlert error={error} />;
  return (
    <Alert role="alert" color="red" variant="light">
      {words.signIn.wrong}
    </Alert>
  );
}

function useSignIn() {
  const queries = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  return useMutation({
    mutationFn: consoleApi.signIn,
    onSuccess: (answer) => {
      startSession(queries, answer);
      router.history.replace(nextOf(next));
    },
  });
}
