import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FoundInvitation } from '@ci/contracts/console';
import { ApiError } from '@ci/client/browser';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { consoleApi } from '../../api/console-api.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { fieldFailures } from '../../parts/field-failures.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { TextSkeleton } from '../../parts/skeletons.tsx';
import { texts } from '../../texts/texts.ts';
import { emailProblem, passwordProblem } from '../../session/password-rules.ts';
import { startSession } from '../../session/session.query.ts';
import { CredentialFields } from './credential-fields.tsx';
import { Entrance } from './entrance.tsx';

const words = texts.session;

/** For those who were sent a link: `/console/invitation#<token>`. What is behind the # never reaches a server's log. */
export function InvitationPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  const found = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => consoleApi.lookUpInvitation({ token }),
    enabled: token !== '',
    staleTime: Infinity,
  });
  if (token === '' || isUnknown(found.error)) return <NotValid />;
  if (found.isError)
    return (
      <Entrance title={words.invitation.tab}>
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      </Entrance>
    );
  if (found.data === undefined)
    return (
      <Entrance title={words.invitation.tab}>
        <TextSkeleton />
      </Entrance>
    );
  return <Join token={token} invitation={found.data} />;
}

function Join({ token, invitation }: { readonly token: string; readonly invitation: FoundInvitation }) {
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (name) => (name.trim() === '' ? words.invalid.name : null),
      email: emailProblem,
      password: (password, { email }) => passwordProblem(password, email),
    },
  });
  const accept = useAccept((error) => form.setErrors(fieldFailures(error)));
  if (isUnknown(accept.error)) return <NotValid />;
  return (
    <Entrance title={words.invitation.title(invitation.workspace_name)} tabTitle={words.invitation.tab}>
      <Text c="dimmed" size="sm" mt={-12}>
        {words.invitation.role[invitation.role]}
      </Text>
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          accept.mutate({ token, ...values });
        })}
      >
        <Stack gap="md">
          <FailureAlert error={accept.error} unlessField />
          <TextInput label={words.name} autoComplete="name" size="md" {...form.getInputProps('name')} />
          <CredentialFields form={form} password="new-password" passwordHint={words.passwordHint} />
          <Button type="submit" size="md" loading={accept.isPending}>
            {words.invitation.action}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}

function NotValid() {
  return (
    <Entrance title={words.invitation.invalid.title} tabTitle={words.invitation.tab}>
      <Text>{words.invitation.invalid.hint}</Text>
      <ButtonLink to="/sign-in" variant="default">
        {words.invitation.signIn}
      </ButtonLink>
    </Entrance>
  );
}

function useAccept(onError: (error: Error) => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: consoleApi.acceptInvitation,
    onError,
    onSuccess: async (answer) => {
      startSession(queries, answer);
      await navigate({ to: '/calls', replace: true });
    },
  });
}

/** Unknown, used, expired, withdrawn: the service does not say which. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
