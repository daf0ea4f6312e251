import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowsExchange, IconDots, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { DateTime, Duration } from '../../parts/date-time.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ScoreBadge } from '../../parts/score-badge.tsx';
import { useMay } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { useReanalyse, useSwapSpeakers } from './call-changes.ts';
import { nameOf } from './call-name.ts';
import { contactQuery, isAnalysed, type CallDetail } from './call.query.ts';
import { DeleteCallDialog } from './delete-call-dialog.tsx';
import { EditCallDialog } from './edit-call-dialog.tsx';
import { OutcomeChoice } from './outcome-choice.tsx';
import { ShareMenu } from './share-menu.tsx';

const words = texts.call;

/** Which call this is, how it went, and what can be done with it. */
export function CallHeader({ call }: { readonly call: CallDetail }) {
  const mayChange = useMay('updateCall');
  return (
    <>
      <PageHeader title={nameOf(call)} hint={<Facts call={call} />}>
        <ShareMenu call={call} />
        {mayChange && <Actions call={call} />}
      </PageHeader>
      <Group gap="md" mt="calc(-1 * var(--mantine-spacing-xs))">
        <OutcomeChoice call={call} />
        {isAnalysed(call) && (
          <Group gap="xs">
            <Text size="sm" c="dimmed" aria-hidden>
              {texts.shared.score}
            </Text>
            <ScoreBadge score={call.coaching_score} />
          </Group>
        )}
      </Group>
    </>
  );
}

function Facts({ call }: { readonly call: CallDetail }) {
  return (
    <>
      <DateTime iso={call.created_at} /> · <Duration seconds={call.duration_seconds} />
      <Partner call={call} />
      {` · ${words.by(call.rep.name ?? call.rep_id)}`}
    </>
  );
}

/** With whom it was, where the name of the call does not say it; leads to the contact. */
function Partner({ call }: { readonly call: CallDetail }) {
  const { prospect, title } = call;
  const contact = useQuery(contactQuery(call)).data?.data[0];
  const who = title === null ? prospect.email : (prospect.name ?? prospect.email);
  const said = who === null || who === nameOf(call) ? null : words.with(who);
  if (contact === undefined) return said !== null && ` · ${said}`;
  return (
    <>
      {' · '}
      <AnchorLink to="/contacts/$contactId" params={{ contactId: contact.id }} size="sm" underline="always">
        {said ?? words.contact}
      </AnchorLink>
    </>
  );
}

function Actions({ call }: { readonly call: CallDetail }) {
  const [editing, edit] = useDisclosure();
  const [deleting, remove] = useDisclosure();
  const mayDelete = useMay('deleteCall');
  const again = useReanalyse(call);
  const sides = useSwapSpeakers(call);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size="lg"
            variant="default"
            title={words.actions.menu}
            aria-label={words.actions.menu}
            loading={again.isPending || sides.isPending}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={edit.open}>
            {words.actions.edit}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={call.analysis_status === 'pending' || call.transcript.length === 0}
            onClick={() => again.mutate()}
          >
            {words.actions.again}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
            disabled={call.transcript.length === 0}
            onClick={sides.swap}
          >
            {words.sides.swap}
          </Menu.Item>
          {mayDelete && (
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden />}
              color="var(--mantine-color-error)"
              onClick={remove.open}
            >
              {words.actions.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <EditCallDialog call={call} opened={editing} onClose={edit.close} />
      <DeleteCallDialog call={call} name={nameOf(call)} opened={deleting} onClose={remove.close} />
    </>
  );
}
