import { ApiError } from '@ci/client/browser';
import { Alert } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import { ErrorState } from '../../parts/error-state.tsx';
import { fieldFailures } from '../../parts/field-failures.ts';
import { Surface } from '../../parts/surface.tsx';
import { texts } from '../../texts/texts.ts';

const words = texts.upload.refused;

interface RefusedProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Why nothing can be recorded of a file, and what to do; of everything else that went wrong, that. */
export function Refused({ error, onRetry }: RefusedProps) {
  const reasons = reasonsOf(error);
  if (reasons.length === 0)
    return (
      <Surface>
        <ErrorState error={error} onRetry={onRetry} />
      </Surface>
    );
  return (
    <Alert role="alert" color="red" title={words.title} icon={<IconFileAlert aria-hidden />}>
      {reasons.slice(0, 5).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {words.hint}
    </Alert>
  );
}

/** Whether it is the file that is wrong, and nothing that a person could correct beside it. */
export function isAboutFile(error: Error): boolean {
  return reasonsOf(error).length > 0;
}

/** `body` is the file, `transcript…` a part of it. */
function reasonsOf(error: Error): readonly string[] {
  if (error instanceof ApiError && error.status === 413) return [words.tooLarge];
  return Object.entries(fieldFailures(error)).flatMap(([field, reason]) => {
    if (field === 'body') return [reason];
    return field.startsWith('transcript') ? [`${field}: ${reason}`] : [];
  });
}
