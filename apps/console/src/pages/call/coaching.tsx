import { Collapse, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { bandOf } from '../../parts/score-band.ts';
import { useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { AnalysisState } from './analysis-state.tsx';
import { coachingQuery, type CallDetail } from './call.query.ts';
import { byPointsLost, compareWithTeam, toTry, type CallCoaching, type Criterion } from './coaching-advice.ts';
import { ToTry } from './coaching-to-try.tsx';
import classes from './coaching.module.css';
import { EvidenceMarker } from './evidence-marker.tsx';
import { measuredInWords, targetInWords } from './measures.ts';
import { Part } from './summary-part.tsx';
import { useTeam } from './use-team.ts';

const words = texts.coaching;

/** What to try next, then all that the score is made of. */
export function Coaching({ call }: { readonly call: CallDetail }) {
  const query = useQuery(coachingQuery(call));
  return (
    <AnalysisState call={call} query={query}>
      {(coaching) => (
        <Stack gap="xl">
          <Verdict call={call} score={coaching.score} />
          <ToTry call={call} criteria={toTry(coaching.criteria)} />
          <Part title={words.all.title}>
            <ul className={classes.criteria}>
              {byPointsLost(coaching.criteria).map((criterion) => (
                <CriterionRow key={criterion.id} criterion={criterion} />
              ))}
            </ul>
          </Part>
          {coaching.not_judged.length > 0 && <NotJudged criteria={coaching.not_judged} />}
          <HowComputed coaching={coaching} />
        </Stack>
      )}
    </AnalysisState>
  );
}

function Verdict({ call, score }: { readonly call: CallDetail; readonly score: number }) {
  const { calls, isRead } = useTeam(call);
  const compared = compareWithTeam(call, calls);
  const whose = useWhose();
  return (
    <div className={classes.verdict}>
      <span className={classes.score} data-band={bandOf(score)}>
        {score}
      </span>
      <Text>
        <b>{words.bands[bandOf(score)]}</b>{' '}
        {isRead &&
          (compared === null
            ? words.verdicts.alone
            : words.verdicts[compared.verdict](
                compared.difference,
                words.verdicts.medianOf[whose](compared.median, compared.calls),
              ))}
      </Text>
    </div>
  );
}

/** A rep sees no calls but the own ones, and is compared with those. */
function useWhose(): 'team' | 'own' {
  return useSession().member.role === 'rep' ? 'own' : 'team';
}

function CriterionRow({ criterion }: { readonly criterion: Criterion }) {
  const { label, points, max_points, evidence } = criterion;
  const target = targetInWords(criterion);
  return (
    <li>
      <div className={classes.row}>
        <Text size="sm">{label}</Text>
        <Progress
          value={max_points === 0 ? 0 : (points / max_points) * 100}
          size="sm"
          className={classes.bar ?? ''}
          aria-hidden
        />
        <Text size="sm" data-numbers className={classes.points ?? ''}>
          {words.all.points(points, max_points)}
        </Text>
      </div>
      <Text size="xs" c="dimmed" component="div">
        {measuredInWords(criterion)}
        {target !== null && ` · ${words.target(target)}`} <EvidenceMarker evidence={evidence} />
      </Text>
    </li>
  );
}

function NotJudged({ criteria }: { readonly criteria: CallCoaching['not_judged'] }) {
  return (
    <Part title={words.notJudged}>
      <Stack gap={4}>
        {criteria.map(({ id, label, reason }) => (
          <Text key={id} size="sm">
            {label}
            <Text span c="dimmed" size="sm">
              {` · ${words.reasons[reason] ?? reason}`}
            </Text>
          </Text>
        ))}
      </Stack>
    </Part>
  );
}

function HowComputed({ coaching: { formula, revision } }: { readonly coaching: CallCoaching }) {
  const { how } = words;
  const whose = useWhose();
  return (
    <Disclosure title={how.title}>
      <Stack gap="xs">
        {[how.score, how.notJudged, how[whose], how.examples].map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          {how.versions(formula.name, formula.version, revision)}
        </Text>
      </Stack>
    </Disclosure>
  );
}

function Disclosure({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [open, { toggle }] = useDisclosure();
  const id = useId();
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton aria-expanded={open} aria-controls={id} className={classes.toggle ?? ''} onClick={toggle}>
        <Chevron size={16} aria-hidden />
        {title}
      </UnstyledButton>
      <Collapse expanded={open} id={id} pt="xs">
        {children}
      </Collapse>
    </div>
  );
}
