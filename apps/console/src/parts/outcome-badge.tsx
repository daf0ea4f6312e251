import type { Resource } from '@ci/client/browser';
import { Badge } from '@mantine/core';
import { texts } from '../texts/en.ts';

type Outcome = Resource<'Call'>['outcome'];

const colors = { won: 'petrol', lost: 'red', follow_up: 'yellow', no_outcome: 'gray' } as const;

/** How a call ended. */
export function OutcomeBadge({ outcome }: { readonly outcome: Outcome }) {
  return <Badge color={colors[outcome]}>{texts.outcomes[outcome]}</Badge>;
}
