import type { Resource } from '@ci/client/browser';
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { localTimeOf } from '../../formats/local-times.ts';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { Section } from '../../parts/section.tsx';
import { Surface } from '../../parts/surface.tsx';
import { useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { DetailsFields } from './details-fields.tsx';
import { Recognised } from './recognised.tsx';
import { isAboutFile, Refused } from './refused.tsx';
import {
  nameOfProspect,
  previewQuery,
  problemsOf,
  recordQuery,
  type CallDetails,
  type Side,
} from './upload-request.ts';
import { previewOf, recordCall, type ChosenFile } from './upload.query.ts';

const words = texts.upload;

interface ReviewProps {
  readonly chosen: ChosenFile;
  readonly onRecorded: (call: Resource<'CallDetail'>) => void;
}

/** What would be recorded of a file, to be corrected before it is. */
export function Review({ chosen, onRecorded }: ReviewProps) {
  const { member, workspace } = useSession();
  const { timezone } = workspace;
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map());
  const [isAsked, setAsked] = useState(false);
  const [details, setDetails] = useState<CallDetails>(() => ({
    repId: (member.role === 'rep' ? member.rep_ids[0] : undefined) ?? '',
    startedAt: localTimeOf(chosen.file.lastModified, timezone),
    timezone,
    prospectName: null,
    prospectEmail: '',
    company: '',
  }));
  const [settled] = useDebouncedValue(details, 500);
  const preview = useQuery(previewOf(chosen, previewQuery(settled, sides)));
  const record = useRecord(chosen, onRecorded);

  const { data, error } = preview;
  const refused = error !== null && <Refused error={error} onRetry={() => void preview.refetch()} />;
  if (error !== null && isAboutFile(error)) return refused;
  if (preview.isPending) return <Reading />;
  const speakers = data?.import?.speakers ?? [];
  const problems = problemsOf(details);
  const submit = (): void => {
    setAsked(true);
    if (Object.values(problems).every((problem) => problem === null)) record.mutate(recordQuery(details, speakers));
  };
  return (
    <Stack gap="lg">
      {data === undefined ? refused : <Recognised preview={data} onSides={setSides} />}
      <Section title={words.details.title}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap="md">
            <DetailsFields
              details={details}
              nameInFile={nameOfProspect({ prospectName: null }, speakers)}
              problems={isAsked ? problems : {}}
              onChange={(change) => setDetails((known) => ({ ...known, ...change }))}
            />
            <FailureAlert error={record.error} />
            <Group>
              {/* What is shown is what will be recorded: not before the sides are those that were chosen. */}
              <Button
                type="submit"
                loading={record.isPending}
                disabled={!preview.isSuccess || preview.isPlaceholderData}
              >
                {words.details.send}
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
    </Stack>
  );
}

function Reading() {
  return (
    <Surface>
      <Group role="status" gap="sm">
        <Loader size="sm" aria-hidden />
        <Text c="dimmed">{words.file.reading}</Text>
      </Group>
    </Surface>
  );
}

/** A request that is sent again has the key of the first time; one that was corrected has its own. */
function useRecord({ file }: ChosenFile, onRecorded: ReviewProps['onRecorded']) {
  const queries = useQueryClient();
  const sent = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: (query: ReturnType<typeof recordQuery>) => {
      const text = JSON.stringify(query);
      if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() };
      return recordCall(file, query, sent.current.key);
    },
    onSuccess: (call) => {
      onRecorded(call);
      void queries.invalidateQueries({ queryKey: ['calls'] });
      void queries.invalidateQueries({ queryKey: ['contacts'] });
    },
  });
}
