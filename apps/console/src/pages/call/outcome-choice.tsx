import { Group, Text, UnstyledButton } from '@mantine/core';
import { OutcomeBadge } from '../../parts/outcome-badge.tsx';
import { useMay } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { outcomes } from '../calls/call-filters.ts';
import { useSetOutcome } from './call-changes.ts';
import { isAnalysed, type CallDetail } from './call.query.ts';
import classes from './outcome-choice.module.css';

const words = texts.call.outcome;

/** How the call ended. One click corrects what the analysis inferred; a person's choice stays through later analyses. */
export function OutcomeChoice({ call }: { readonly call: CallDetail }) {
  const mayChange = useMay('updateCall');
  const set = useSetOutcome(call);
  const isInferred = call.outcome_source === 'inferred';
  // Before the analysis the outcome is unknown, not "no outcome".
  const shown = isAnalysed(call) || !isInferred ? call.outcome : null;
  if (!mayChange)
    return (
      shown !== null && (
        <Group gap={6}>
          <OutcomeBadge outcome={shown} />
          {isInferred && (
            <Text size="xs" c="dimmed">
              {words.inferred}
            </Text>
          )}
        </Group>
      )
    );
  return (
    <div role="group" aria-label={words.label} className={classes.choice}>
      {outcomes.map((outcome) => {
        const isShown = outcome === shown;
        return (
          <UnstyledButton
            key={outcome}
            className={classes.outcome ?? ''}
            data-outcome={outcome}
            aria-pressed={isShown}
            disabled={set.isPending}
            onClick={() => {
              // Choosing the inferred outcome confirms it.
              if (!isShown || isInferred) set.mutate(outcome);
            }}
          >
            {texts.outcomes[outcome]}
            {isShown && isInferred && ` · ${words.inferred}`}
          </UnstyledButton>
        );
      })}
    </div>
  );
}
