import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { AnchorLink } from '../../parts/links.tsx';
import { copyText } from '../../parts/notices.ts';
import { texts } from '../../texts/texts.ts';
import type { CallFilters } from './call-filters.ts';
import classes from './calls.module.css';

const words = texts.calls.views;

/** What managers ask most often. An address holds all of a view: a bookmark saves it. */
const views: readonly { readonly label: string; readonly search: CallFilters }[] = [
  { label: words.all, search: {} },
  { label: words.lost, search: { outcome: 'lost', period: 'last_month' } },
  { label: words.won, search: { outcome: 'won', period: 'this_month' } },
  { label: words.followUps, search: { outcome: 'follow_up' } },
  { label: words.lowest, search: { period: 'this_month', sort: 'score_low' } },
];

/** The usual questions, one click each, and the address of what is shown. */
export function Views() {
  return (
    <Group gap={4} mb="md" component="nav" aria-label={words.label}>
      {views.map(({ label, search }) => (
        <AnchorLink
          key={label}
          to="/calls"
          search={search}
          replace
          underline="never"
          activeOptions={{ exact: true, includeSearch: true }}
          className={classes.view ?? ''}
        >
          {label}
        </AnchorLink>
      ))}
      <Tooltip label={words.copy}>
        <ActionIcon size="lg" aria-label={words.copy} onClick={() => void copyText(window.location.href, words.copied)}>
          <IconLink size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
