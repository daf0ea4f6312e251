import { Button, Group, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { consoleApi } from '../../../api/console-api.ts';
import { FailureAlert } from '../../../parts/failure-alert.tsx';
import { fieldFailures } from '../../../parts/field-failures.ts';
import { sayDone } from '../../../parts/notices.ts';
import { Section } from '../../../parts/section.tsx';
import { TimeZoneSelect } from '../../../parts/time-zone-select.tsx';
import { sessionQuery, useIsOwner, useSession } from '../../../session/session.query.ts';
import { texts } from '../../../texts/texts.ts';
import { domainsOf, invalidDomain } from './domains.ts';

const words = texts.settings.workspace;

/** What the workspace is called, where its days begin, which addresses are its own. */
export function WorkspacePage() {
  const isOwner = useIsOwner();
  return (
    <>
      <title>{`${words.title} · ${texts.frame.product}`}</title>
      <Section title={words.title} {...(!isOwner && { hint: words.membersOnlyLook })}>
        <WorkspaceForm />
      </Section>
    </>
  );
}

function WorkspaceForm() {
  const { save, form } = useWorkspaceForm();
  const isOwner = useIsOwner();
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        save.mutate(values);
      })}
    >
      <Stack gap="md" maw={560}>
        <FailureAlert error={save.error} unlessField />
        <TextInput
          label={words.name}
          maxLength={200}
          autoComplete="off"
          readOnly={!isOwner}
          {...form.getInputProps('name')}
        />
        <TimeZoneSelect
          label={words.timezone}
          description={words.timezoneHint}
          readOnly={!isOwner}
          {...form.getInputProps('timezone')}
          value={form.values.timezone}
        />
        <TagsInput
          label={words.domains}
          description={words.domainsHint}
          readOnly={!isOwner}
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          {...form.getInputProps('domains')}
          onChange={(domains) => form.setFieldValue('domains', domainsOf(domains))}
        />
        {isOwner && (
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {texts.shared.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function useWorkspaceForm() {
  const { name, timezone, domains } = useSession().workspace;
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name, timezone, domains },
    validate: {
      name: (typed) => (typed.trim() === '' ? words.nameMissing : null),
      domains: (typed) => {
        const invalid = invalidDomain(typed);
        return invalid === undefined ? null : words.domainInvalid(invalid);
      },
    },
  });
  const save = useMutation({
    mutationFn: consoleApi.changeWorkspace,
    // The service speaks of one domain, the form has all of them in one field.
    onError: (error) => {
      const { domain, ...others } = fieldFailures(error);
      form.setErrors({ ...others, ...(domain !== undefined && { domains: domain }) });
    },
    onSuccess: async (saved) => {
      const values = { name: saved.name, timezone: saved.timezone, domains: saved.domains };
      form.setValues(values);
      form.resetDirty(values);
      sayDone(texts.shared.saved);
      await queries.invalidateQueries(sessionQuery);
    },
  });
  return { save, form };
}
