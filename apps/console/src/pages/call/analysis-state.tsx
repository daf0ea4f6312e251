import { Alert, Button, Loader, Stack, Text, Title } from '@mantine/core';
import { IconFileOff, IconMoodEmpty } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { TextSkeleton } from '../../parts/skeletons.tsx';
import { useMay } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { useReanalyse } from './call-changes.ts';
import { isAnalysed, type CallDetail } from './call.query.ts';

const words = texts.call.analysis;

interface AnalysisStateProps<Found> {
  readonly call: CallDetail;
  readonly query: UseQueryResult<Found>;
  readonly children: (found: Found) => ReactNode;
}

/** What an analysis found; before there is one: that it is under way, or why there is none. */
export function AnalysisState<Found>({ call, query, children }: AnalysisStateProps<Found>) {
  if (!isAnalysed(call)) return call.analysis_status === 'failed' ? <Failed call={call} /> : <Pending />;
  return (
    <Stack gap="md">
      {call.analysis_status === 'pending' && (
        <Alert role="status" variant="light" icon={<Loader size={16} aria-hidden />}>
          {words.again}
        </Alert>
      )}
      {call.analysis_status === 'failed' && <FailedAgain call={call} />}
      <QueryState query={query} skeleton={<TextSkeleton lines={6} />}>
        {children}
      </QueryState>
    </Stack>
  );
}

function Pending() {
  return (
    <Stack role="status" align="center" gap="xs" py={48} px="md" ta="center">
      <Loader type="dots" aria-hidden />
      <Title order={2} size="h3">
        {words.pending.title}
      </Title>
      <Text c="dimmed" size="sm">
        {words.pending.hint}
      </Text>
    </Stack>
  );
}

function Failed({ call }: { readonly call: CallDetail }) {
  const mayRepeat = useMay('reanalyzeCall');
  if (call.transcript.length === 0)
    return <EmptyState icon={IconFileOff} title={words.nothing.title} hint={words.nothing.hint} />;
  const { title, hint, hintForReader } = words.failed;
  return (
    <EmptyState icon={IconMoodEmpty} title={title} hint={mayRepeat ? hint : hintForReader}>
      {mayRepeat && <Again call={call} />}
    </EmptyState>
  );
}

function FailedAgain({ call }: { readonly call: CallDetail }) {
  const mayRepeat = useMay('reanalyzeCall');
  return (
    <Alert role="status" color="red" variant="light">
      <Stack gap="xs" align="flex-start">
        {words.failedAgain}
        {mayRepeat && <Again call={call} />}
      </Stack>
    </Alert>
  );
}

function Again({ call }: { readonly call: CallDetail }) {
  const again = useReanalyse(call);
  return (
    <Button variant="default" size="sm" loading={again.isPending} onClick={() => again.mutate()}>
      {texts.call.actions.again}
    </Button>
  );
}
