import type { Resource } from '@ci/client/browser';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ScoreBadge } from '../../parts/score-badge.tsx';
import { texts } from '../../texts/en.ts';
import { AnalysisState } from './analysis-state.tsx';
import { coachingQuery, type CallDetail } from './call.query.ts';
import classes from './coaching.module.css';
import { measuredInWords, targetInWords } from './measures.ts';
import { EvidenceTimes } from './statement.tsx';
import { Part } from './summary-part.tsx';

const words = texts.call.coaching;
type CallCoaching = Resource<'CallCoaching'>;

/** What the score is made of: the points of each criterion, what was measured, and where. */
export function Coaching({ call }: { readonly call: CallDetail }) {
  const query = useQuery(coachingQuery(call));
  return (
    <AnalysisState call={call} query={query}>
      {({ score, formula, criteria, not_judged }) => (
        <Stack gap="lg">
          <Group justify="space-between">
            <ScoreBadge score={score} />
            <Text size="xs" c="dimmed">
              {words.formula(formula.name, formula.version)}
            </Text>
          </Group>
          <ul className={classes.criteria}>
            {criteria.map((criterion) => (
              <Criterion key={criterion.id} criterion={criterion} />
            ))}
          </ul>
          {not_judged.length > 0 && <NotJudged criteria={not_judged} />}
        </Stack>
      )}
    </AnalysisState>
  );
}

function Criterion({ criterion }: { readonly criterion: CallCoaching['criteria'][number] }) {
  const { label, points, max_points, evidence } = criterion;
  const target = targetInWords(criterion);
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Text size="sm" data-numbers className={classes.points ?? ''}>
          {words.points(points, max_points)}
        </Text>
      </Group>
      <Progress value={max_points === 0 ? 0 : (points / max_points) * 100} size="xs" my={6} aria-hidden />
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {measuredInWords(criterion)}
          {target !== null && ` · ${words.target(target)}`}
        </Text>
        <EvidenceTimes evidence={evidence} />
      </Group>
    </li>
  );
}

function NotJudged({ criteria }: { readonly criteria: CallCoaching['not_judged'] }) {
  const reasons: Readonly<Record<string, string>> = words.reasons;
  return (
    <Part title={words.notJudged}>
      <Stack gap="xs">
        {criteria.map(({ id, label, reason }) => (
          <Text key={id} size="sm">
            {label}
            <Text span c="dimmed" size="sm">
              {` · ${reasons[reason] ?? reason}`}
            </Text>
          </Text>
        ))}
      </Stack>
    </Part>
  );
}
