import { useMemo, useState } from 'react';
import { usePlace } from './place.ts';
import { searchTranscript, type Hit } from './transcript-search.ts';
import type { Segment } from './transcript.ts';

interface TranscriptSearch {
  readonly query: string;
  readonly ask: (query: string) => void;
  readonly hits: readonly Hit[];
  /** Which of the hits is shown, from 0. */
  readonly shown: number | null;
  /** To the next hit or the one before; after the last comes the first. */
  readonly step: (by: 1 | -1) => void;
}

/** The search in a transcript: typing shows the first hit. */
export function useTranscriptSearch(segments: readonly Segment[]): TranscriptSearch {
  const { showTime } = usePlace();
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState<number | null>(null);
  const hits = useMemo(() => searchTranscript(segments, query), [segments, query]);
  const show = (among: readonly Hit[], at: number): void => {
    const segment = segments[among[at]?.index ?? -1];
    setShown(segment === undefined ? null : at);
    if (segment !== undefined) showTime(segment.start_ms);
  };
  return {
    query,
    hits,
    shown,
    ask: (text) => {
      setQuery(text);
      show(searchTranscript(segments, text), 0);
    },
    step: (by) => {
      if (hits.length > 0) show(hits, ((shown ?? 0) + by + hits.length) % hits.length);
    },
  };
}
