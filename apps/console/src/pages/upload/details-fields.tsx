import { Autocomplete, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TimeZoneSelect } from '../../parts/time-zone-select.tsx';
import { useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import type { CallDetails, problemsOf } from './upload-request.ts';
import { knownRepsQuery } from './upload.query.ts';

const words = texts.upload.details;

interface DetailsFieldsProps {
  readonly details: CallDetails;
  readonly nameInFile: string;
  readonly problems: Partial<ReturnType<typeof problemsOf>>;
  readonly onChange: (change: Partial<CallDetails>) => void;
}

/** What the file does not say: whose call it was, when, with whom. */
export function DetailsFields({ details, nameInFile, problems, onChange }: DetailsFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
      <RepField details={details} problems={problems} onChange={onChange} />
      <TextInput
        label={words.prospectEmail}
        description={words.prospectEmailHint}
        type="email"
        maxLength={320}
        autoComplete="off"
        value={details.prospectEmail}
        onChange={({ currentTarget }) => onChange({ prospectEmail: currentTarget.value })}
        error={problems.prospectEmail}
      />
      <TextInput
        label={words.startedAt}
        description={words.startedAtHint}
        type="datetime-local"
        required
        value={details.startedAt}
        onChange={({ currentTarget }) => onChange({ startedAt: currentTarget.value })}
        error={problems.startedAt}
      />
      <TimeZoneSelect
        label={words.timezone}
        description={words.timezoneHint}
        value={details.timezone}
        onChange={(timezone) => onChange({ timezone })}
      />
      <TextInput
        label={words.prospectName}
        maxLength={200}
        autoComplete="off"
        value={details.prospectName ?? nameInFile}
        onChange={({ currentTarget }) => onChange({ prospectName: currentTarget.value })}
      />
      <TextInput
        label={words.company}
        maxLength={200}
        autoComplete="off"
        value={details.company}
        onChange={({ currentTarget }) => onChange({ company: currentTarget.value })}
      />
    </SimpleGrid>
  );
}

/** A rep chooses among the own ids, every other role names any. */
function RepField({ details, problems, onChange }: Omit<DetailsFieldsProps, 'nameInFile'>) {
  const { role, rep_ids: own } = useSession().member;
  const reps = useQuery(knownRepsQuery).data ?? [];
  if (role === 'rep')
    return (
      <NativeSelect
        label={words.rep}
        description={words.ownRepHint}
        data={own}
        value={details.repId}
        onChange={({ currentTarget }) => onChange({ repId: currentTarget.value })}
      />
    );
  return (
    <Autocomplete
      label={words.rep}
      description={words.repHint}
      data={reps}
      comboboxProps={{ withinPortal: false }}
      limit={8}
      maxLength={200}
      required
      value={details.repId}
      onChange={(repId) => onChange({ repId })}
      error={problems.repId}
      autoComplete="off"
    />
  );
}
