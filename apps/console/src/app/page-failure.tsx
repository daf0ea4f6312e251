import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../parts/error-state.tsx';

/** Replaces everything when not even the frame could be shown. */
export function FrameFailure(props: ErrorComponentProps) {
  return (
    <main>
      <PageFailure {...props} />
    </main>
  );
}

/** Replaces a page that could not be shown. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  return (
    <ErrorState
      level={1}
      error={error}
      onRetry={() => {
        queries.reset();
        reset();
        void router.invalidate();
      }}
    />
  );
}
