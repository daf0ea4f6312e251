import { UnstyledButton } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { formatOffset } from '../../formats/durations.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { texts } from '../../texts/en.ts';
import type { CallDetail } from './call.query.ts';
import { markedText } from './marked-text.ts';
import { usePlace } from './place.ts';
import classes from './transcript-list.module.css';
import type { Segment, Speaker } from './transcript.ts';

const words = texts.call.transcript;
/** Of a line with one sentence; the true height is measured. */
const guessedHeight = 44;
const margin = 12;

/** What was said, line by line. Only the lines in sight are in the page: there may be thousands. */
export function TranscriptList({ call }: { readonly call: CallDetail }) {
  if (call.transcript.length === 0)
    return <EmptyState icon={IconFileOff} title={words.empty.title} hint={words.empty.hint} />;
  return <Lines segments={call.transcript} names={namesOf(call)} />;
}

interface LinesProps {
  readonly segments: readonly Segment[];
  readonly names: Readonly<Record<Speaker, string>>;
}

function Lines({ segments, names }: LinesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { place } = usePlace();
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing of it is handed to what is memoized
  const lines = useVirtualizer({
    count: segments.length,
    getScrollElement: () => frame.current,
    estimateSize: () => guessedHeight,
    overscan: 12,
    paddingStart: margin,
    paddingEnd: margin,
  });
  useEffect(() => {
    if (place !== null) lines.scrollToIndex(place.index, { align: 'center' });
  }, [place, lines]);
  return (
    // What is longer than its place is scrolled by the keyboard as well.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={frame} className={classes.frame} role="region" aria-label={texts.call.panes.transcript} tabIndex={0}>
      <ol className={classes.lines} style={{ blockSize: lines.getTotalSize() }}>
        {lines.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            ref={lines.measureElement}
            data-index={index}
            aria-setsize={segments.length}
            aria-posinset={index + 1}
            aria-current={index === place?.index || undefined}
            data-marked={place?.quotes.has(index) || undefined}
            className={classes.line}
            style={{ transform: `translateY(${String(start)}px)` }}
          >
            <Line
              segment={segments[index] as Segment}
              name={segments[index - 1]?.speaker === segments[index]?.speaker ? null : names}
              quotes={place?.quotes.get(index) ?? []}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface LineProps {
  readonly segment: Segment;
  /** null where the same side goes on. */
  readonly name: LinesProps['names'] | null;
  readonly quotes: readonly string[];
}

function Line({ segment: { speaker, start_ms, text }, name, quotes }: LineProps) {
  const { showTime } = usePlace();
  const time = formatOffset(start_ms);
  return (
    <>
      <UnstyledButton className={classes.time ?? ''} aria-label={words.goTo(time)} onClick={() => showTime(start_ms)}>
        {time}
      </UnstyledButton>
      <div className={classes.said}>
        {name !== null && (
          <div className={classes.speaker} data-speaker={speaker}>
            {name[speaker]}
          </div>
        )}
        {markedText(text, quotes).map(({ text: stretch, marked }, at) =>
          marked ? <mark key={at}>{stretch}</mark> : <span key={at}>{stretch}</span>,
        )}
      </div>
    </>
  );
}

function namesOf({ rep, prospect }: CallDetail): Readonly<Record<Speaker, string>> {
  const { speakers } = texts.call;
  return { rep: rep.name ?? speakers.rep, prospect: prospect.name ?? speakers.prospect };
}
