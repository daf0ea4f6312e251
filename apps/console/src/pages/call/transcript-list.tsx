import { IconFileOff } from '@tabler/icons-react';
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { texts } from '../../texts/texts.ts';
import type { CallDetail } from './call.query.ts';
import { usePlace } from './place.ts';
import classes from './transcript-list.module.css';
import { speakerNames, TranscriptLine, type SpeakerNames } from './transcript-line.tsx';
import { TranscriptSearchBar } from './transcript-search-bar.tsx';
import { useTranscriptSearch } from './use-transcript-search.ts';
import type { Segment } from './transcript.ts';

const words = texts.call.transcript;
/** Of a line with one sentence; the true height is measured. */
const guessedHeight = 44;
const margin = 12;

/** What was said, line by line, with a search above. Only the lines in sight are in the page: there may be thousands. */
export function TranscriptList({ call }: { readonly call: CallDetail }) {
  if (call.transcript.length === 0)
    return <EmptyState icon={IconFileOff} title={words.empty.title} hint={words.empty.hint} />;
  return <SearchedLines segments={call.transcript} names={speakerNames(call)} />;
}

interface LinesProps {
  readonly segments: readonly Segment[];
  readonly names: SpeakerNames;
  /** What the search marks, by the index of its segment. */
  readonly found: ReadonlyMap<number, string>;
}

function SearchedLines({ segments, names }: Omit<LinesProps, 'found'>) {
  const search = useTranscriptSearch(segments);
  const { isBeside } = usePlace();
  const found = useMemo(() => new Map(search.hits.map(({ index, text }) => [index, text])), [search.hits]);
  const Lines = isBeside ? LinesInFrame : LinesInPage;
  return (
    <>
      <TranscriptSearchBar
        query={search.query}
        onQuery={search.ask}
        hits={search.hits.length}
        shown={search.shown}
        onStep={search.step}
      />
      <Lines segments={segments} names={names} found={found} />
    </>
  );
}

const common = { estimateSize: () => guessedHeight, overscan: 12, paddingStart: margin, paddingEnd: margin };

/** Beside the summary the transcript scrolls for itself: both are read at the same time. */
function LinesInFrame(props: LinesProps) {
  const frame = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed to what is memoized
  const lines = useVirtualizer({ ...common, count: props.segments.length, getScrollElement: () => frame.current });
  useFollowedPlace(lines);
  return (
    // What is longer than its place is scrolled by the keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={frame} className={classes.frame} role="region" aria-label={texts.call.panes.transcript} tabIndex={0}>
      <LineItems {...props} lines={lines} above={0} />
    </div>
  );
}

/** Alone on the screen the transcript scrolls with the page. */
function LinesInPage(props: LinesProps) {
  const list = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    setAbove((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- as above
  const lines = useWindowVirtualizer({ ...common, count: props.segments.length, scrollMargin: above });
  useFollowedPlace(lines);
  return (
    <div ref={list} role="region" aria-label={texts.call.panes.transcript}>
      <LineItems {...props} lines={lines} above={above} />
    </div>
  );
}

function useFollowedPlace<Scrolled extends Element | Window>(lines: Virtualizer<Scrolled, Element>): void {
  const { place } = usePlace();
  useEffect(() => {
    if (place !== null) lines.scrollToIndex(place.index, { align: 'center' });
  }, [place, lines]);
}

interface LineItemsProps<Scrolled extends Element | Window> extends LinesProps {
  readonly lines: Virtualizer<Scrolled, Element>;
  /** How far the list begins below the top of what is scrolled. */
  readonly above: number;
}

function LineItems<Scrolled extends Element | Window>({
  segments,
  names,
  found,
  lines,
  above,
}: LineItemsProps<Scrolled>) {
  const { place } = usePlace();
  return (
    <ol className={classes.lines} style={{ blockSize: lines.getTotalSize() }}>
      {lines.getVirtualItems().map(({ index, start }) => {
        const hit = found.get(index);
        return (
          <li
            key={index}
            ref={lines.measureElement}
            data-index={index}
            aria-setsize={segments.length}
            aria-posinset={index + 1}
            aria-current={index === place?.index || undefined}
            data-marked={place?.quotes.has(index) || undefined}
            className={classes.line}
            style={{ transform: `translateY(${String(start - above)}px)` }}
          >
            <TranscriptLine
              segment={segments[index] as Segment}
              name={segments[index - 1]?.speaker === segments[index]?.speaker ? null : names}
              quotes={[...(place?.quotes.get(index) ?? []), ...(hit === undefined ? [] : [hit])]}
            />
          </li>
        );
      })}
    </ol>
  );
}
