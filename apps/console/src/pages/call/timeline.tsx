import { Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type KeyboardEvent, type MouseEvent } from 'react';
import { formatOffset } from '../../formats/durations.ts';
import { formatPercent } from '../../formats/numbers.ts';
import { texts } from '../../texts/texts.ts';
import { summaryQuery, type CallDetail } from './call.query.ts';
import { usePlace } from './place.ts';
import classes from './timeline.module.css';
import { lengthMs, segmentAt, shareOf, turnsOf, type Speaker, type Turn } from './transcript.ts';

const words = texts.call.timeline;
const speakers = ['rep', 'prospect'] as const satisfies readonly Speaker[];

/** Who spoke when, a lane for each side, with the key moments above under the numbers that the summary lists them by. */
export function Timeline({ call }: { readonly call: CallDetail }) {
  const { transcript, duration_seconds } = call;
  const length = lengthMs(transcript, duration_seconds);
  if (transcript.length === 0) return null;
  return (
    <section aria-label={words.title} className={classes.timeline}>
      <Moments call={call} length={length} />
      <Lanes call={call} length={length} />
      <div className={classes.ends} data-numbers aria-hidden>
        <span>{formatOffset(0)}</span>
        <span>{formatOffset(length)}</span>
      </div>
    </section>
  );
}

function Moments({ call, length }: { readonly call: CallDetail; readonly length: number }) {
  const { showEvidence, showTime } = usePlace();
  const { data: summary } = useQuery(summaryQuery(call));
  return (
    <ul className={classes.moments} aria-label={words.moments}>
      {summary?.key_moments.map(({ timestamp_ms, description }, index) => {
        const evidence = summary.evidence.key_moments[index] ?? [];
        const label = words.moment(index + 1, formatOffset(timestamp_ms), description);
        return (
          <li
            key={`${String(timestamp_ms)} ${description}`}
            style={{ insetInlineStart: percent(timestamp_ms, length) }}
          >
            <Tooltip label={label} multiline maw={320} openDelay={100}>
              <UnstyledButton
                className={classes.moment ?? ''}
                aria-label={label}
                onClick={() => (evidence.length > 0 ? showEvidence(evidence) : showTime(timestamp_ms))}
              >
                {index + 1}
              </UnstyledButton>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

function Lanes({ call: { transcript }, length }: { readonly call: CallDetail; readonly length: number }) {
  const { place, showTime } = usePlace();
  const turns = useMemo(() => turnsOf(transcript), [transcript]);
  const now = place === null ? 0 : (transcript[place.index]?.start_ms ?? 0);
  const speaker = transcript[segmentAt(transcript, now)]?.speaker ?? 'rep';
  const onClick = ({ currentTarget, clientX }: MouseEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    showTime(((clientX - left) / width) * length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = keyed(event.key, turns, now);
    if (to === undefined) return;
    event.preventDefault();
    showTime(to);
  };
  return (
    <div className={classes.body}>
      <div className={classes.names}>
        {speakers.map((one) => (
          <LaneName key={one} speaker={one} share={shareOf(transcript, one)} />
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={words.hint}
        aria-valuemin={0}
        aria-valuemax={length}
        aria-valuenow={now}
        aria-valuetext={words.place(formatOffset(now), texts.call.speakers[speaker])}
        className={classes.lanes}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {speakers.map((one) => (
          <svg key={one} className={classes.lane} data-speaker={one} viewBox="0 0 1000 1" preserveAspectRatio="none">
            <path d={lane(turns, one, length)} />
          </svg>
        ))}
        {place !== null && <span className={classes.cursor} style={{ insetInlineStart: percent(now, length) }} />}
      </div>
    </div>
  );
}

function LaneName({ speaker, share }: { readonly speaker: Speaker; readonly share: number | null }) {
  return (
    <Text size="xs" className={classes.name ?? ''} data-speaker={speaker}>
      <b>{texts.call.speakers[speaker]}</b>
      {share !== null && <span>{words.share(formatPercent(share))}</span>}
    </Text>
  );
}

/** All turns of one side as one shape: thousands of them cost no more than one. */
function lane(turns: readonly Turn[], speaker: Speaker, length: number): string {
  const scale = 1_000 / length;
  const thinnest = 1;
  return turns
    .filter((turn) => turn.speaker === speaker)
    .map(({ startMs, endMs }) => {
      const width = Math.max((endMs - startMs) * scale, thinnest).toFixed(2);
      return `M${(startMs * scale).toFixed(2)} 0h${width}v1h-${width}z`;
    })
    .join('');
}

/** Arrows go from turn to turn. */
function keyed(key: string, turns: readonly Turn[], now: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return turns.at(-1)?.startMs;
  if (key === 'ArrowRight' || key === 'ArrowUp') return turns.find(({ startMs }) => startMs > now)?.startMs;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return turns.findLast(({ startMs }) => startMs < now)?.startMs;
  return undefined;
}

function percent(ms: number, length: number): string {
  return `${String(Math.min((ms / length) * 100, 100))}%`;
}
