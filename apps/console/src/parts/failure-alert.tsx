import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { explain } from './explain.ts';

/** What went wrong, beside what was to be done: in a form, in a dialog. Nothing when nothing went wrong. */
export function FailureAlert({ error }: { readonly error: unknown }) {
  if (error === null) return null;
  const { title, hint } = explain(error);
  return (
    <Alert role="alert" color="red" variant="light" title={title} icon={<IconAlertTriangle aria-hidden />}>
      {hint}
    </Alert>
  );
}
