import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, useContext, useMemo, useState } from 'react';
import { segmentAt, segmentOf, type Evidence, type Segment } from './transcript.ts';

/** Where in the call the user looks. */
export interface Place {
  readonly index: number;
  /** What is to be seen there: quotes by the index of their segment. */
  readonly quotes: ReadonlyMap<number, readonly string[]>;
}

interface PlaceInCall {
  readonly place: Place | null;
  readonly segments: readonly Segment[];
  /** The transcript is on the screen beside what leads there. */
  readonly isBeside: boolean;
  /** Shows the first of the passages, and marks all of them. */
  readonly showEvidence: (evidence: readonly Evidence[]) => void;
  /** Shows what is said at a time. */
  readonly showTime: (ms: number) => void;
}

const PlaceContext = createContext<PlaceInCall | null>(null);

export const PlaceProvider = PlaceContext.Provider;

/** Where in the call the user looks, for everything that leads there. */
export function usePlace(): PlaceInCall {
  const place = useContext(PlaceContext);
  if (place === null) throw new Error('There is no call around this.');
  return place;
}

/** The place in the address (`?at=`, in milliseconds), kept there as it changes. */
export function usePlaceInAddress(segments: readonly Segment[], isBeside: boolean, onShown: () => void): PlaceInCall {
  const { at } = useSearch({ from: '/frame/calls/$callId' });
  const navigate = useNavigate({ from: '/calls/$callId' });
  const [place, setPlace] = useState<Place | null>(() =>
    at === undefined || segments.length === 0 ? null : { index: segmentAt(segments, at), quotes: new Map() },
  );
  return useMemo(() => {
    const show = (next: Place): void => {
      const start = segments[next.index]?.start_ms;
      if (start === undefined) return;
      setPlace(next);
      onShown();
      void navigate({ search: (before) => ({ ...before, at: start }), replace: true, resetScroll: false, state: true });
    };
    return {
      place,
      segments,
      isBeside,
      showTime: (ms) => show({ index: segmentAt(segments, ms), quotes: new Map() }),
      showEvidence: (evidence) => {
        const [first] = evidence;
        if (first !== undefined) show({ index: segmentOf(segments, first), quotes: quotesOf(segments, evidence) });
      },
    };
  }, [place, segments, isBeside, onShown, navigate]);
}

function quotesOf(segments: readonly Segment[], evidence: readonly Evidence[]): Place['quotes'] {
  const quotes = new Map<number, string[]>();
  for (const one of evidence) {
    const index = segmentOf(segments, one);
    quotes.set(index, [...(quotes.get(index) ?? []), one.quote]);
  }
  return quotes;
}
