import type { Member } from '@ci/contracts/console';
import { Text } from '@mantine/core';
import { texts } from '../../../texts/texts.ts';

const words = texts.settings.members;

/** The role; of a rep also the ids that are theirs. */
export function RoleText({ role, rep_ids: repIds }: Pick<Member, 'role' | 'rep_ids'>) {
  return (
    <span>
      {words.roles[role]}
      {role === 'rep' && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {repIds.length === 0 ? words.noRepIds : repIds.join(', ')}
        </Text>
      )}
    </span>
  );
}
