import { Group, VisuallyHidden } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { Absent } from './absent.tsx';
import classes from './score-badge.module.css';
import { bandOf } from './score-band.ts';

/** A coaching score at a glance: the number, and a bar that is as full as the score. */
export function ScoreBadge({ score }: { readonly score: number | null }) {
  if (score === null) return <Absent words={texts.shared.noScore} />;
  return (
    <Group component="span" gap={8} wrap="nowrap" className={classes.score} data-band={bandOf(score)}>
      <span className={classes.bar} aria-hidden>
        <span className={classes.fill} style={{ inlineSize: `${String(score)}%` }} />
      </span>
      <span className={classes.number}>
        <VisuallyHidden>{texts.shared.score} </VisuallyHidden>
        {score}
      </span>
    </Group>
  );
}
