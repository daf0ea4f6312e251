import { roles, type MemberRole } from '@ci/contracts/console-access';
import { Radio, Stack, TagsInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { knownRepsQuery } from '../../upload/upload.query.ts';
import { texts } from '../../../texts/texts.ts';

const words = texts.settings.members;

export interface GrantedRole {
  readonly role: MemberRole;
  readonly repIds: readonly string[];
}

interface RoleFieldsProps {
  readonly value: GrantedRole;
  readonly onChange: (value: GrantedRole) => void;
}

/** What a member may do; of a rep also whose calls are theirs, with the ids of the latest calls to choose from. */
export function RoleFields({ value, onChange }: RoleFieldsProps) {
  const known = useQuery(knownRepsQuery).data ?? [];
  const [choosing, { open, close }] = useDisclosure();
  return (
    <Stack gap="md">
      <Radio.Group
        label={words.form.role}
        value={value.role}
        onChange={(chosen) => onChange({ ...value, role: roles.find((role) => role === chosen) ?? value.role })}
      >
        <Stack gap="sm" mt="xs">
          {roles.map((role) => (
            <Radio key={role} value={role} label={words.roles[role]} description={words.roleHints[role]} />
          ))}
        </Stack>
      </Radio.Group>
      {value.role === 'rep' && (
        <TagsInput
          label={words.repIds}
          description={words.repIdsHint}
          data={known}
          value={[...value.repIds]}
          onChange={(repIds) => onChange({ ...value, repIds })}
          comboboxProps={{ withinPortal: false }}
          dropdownOpened={choosing}
          onDropdownOpen={open}
          onDropdownClose={close}
          // Left open, the list would cover the button of the dialog.
          onOptionSubmit={close}
          acceptValueOnBlur
          maxTags={10}
          {...(value.repIds.length === 0 && { error: words.repIdMissing })}
        />
      )}
    </Stack>
  );
}
