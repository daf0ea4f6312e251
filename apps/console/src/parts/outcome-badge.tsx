import type { Resource } from '@ci/client/browser';
import { Badge } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import classes from './outcome-badge.module.css';

type Outcome = Resource<'Call'>['outcome'];

/** How a call ended. */
export function OutcomeBadge({ outcome }: { readonly outcome: Outcome }) {
  return (
    <Badge className={classes.badge ?? ''} data-outcome={outcome}>
      {texts.outcomes[outcome]}
    </Badge>
  );
}
