import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { explain } from './explain.ts';
import { fieldFailures } from './field-failures.ts';

interface FailureAlertProps {
  readonly error: Error | null;
  /** What is shown below the fields already is not repeated here (`form.setErrors(fieldFailures(error))`). */
  readonly unlessField?: boolean;
}

/** What went wrong, beside what was to be done: in a form, in a dialog. Nothing when nothing went wrong. */
export function FailureAlert({ error, unlessField = false }: FailureAlertProps) {
  if (error === null || (unlessField && Object.keys(fieldFailures(error)).length > 0)) return null;
  const { title, hint } = explain(error);
  return (
    <Alert role="alert" color="red" variant="light" title={title} icon={<IconAlertTriangle aria-hidden />}>
      {hint}
    </Alert>
  );
}
