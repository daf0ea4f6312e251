import { Tabs, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { formatOffset } from '../../formats/durations.ts';
import { Surface } from '../../parts/surface.tsx';
import { texts } from '../../texts/texts.ts';
import { panes, type Pane } from './call-search.ts';
import classes from './call.module.css';
import type { CallDetail } from './call.query.ts';
import { Coaching } from './coaching.tsx';
import { GuessedSides } from './guessed-sides.tsx';
import { PlaceProvider, usePlaceInAddress, type Place } from './place.ts';
import { Summary } from './summary.tsx';
import { Timeline } from './timeline.tsx';
import { TranscriptList } from './transcript-list.tsx';

const words = texts.call;

/** What was found, with the transcript beside it or, where there is no room, behind a separate tab. */
export function Panes({ call }: { readonly call: CallDetail }) {
  const wide = useMediaQuery('(width >= 62em)', true, { getInitialValueInEffect: false });
  const [pane, show] = usePane(wide);
  const onPlace = useCallback(() => {
    if (!wide) show('transcript');
  }, [wide, show]);
  const place = usePlaceInAddress(call.transcript, wide, onPlace);
  const transcript = (
    <>
      <GuessedSides call={call} />
      <Timeline call={call} />
      <TranscriptList call={call} />
    </>
  );
  return (
    <PlaceProvider value={place}>
      <div className={classes.panes}>
        <Surface p={0}>
          <Tabs value={pane} onChange={(value) => show(value as Pane)} keepMounted={false}>
            <Tabs.List aria-label={words.panes.label} grow={!wide}>
              {panes
                .filter((one) => !wide || one !== 'transcript')
                .map((one) => (
                  <Tabs.Tab key={one} value={one}>
                    {words.panes[one]}
                  </Tabs.Tab>
                ))}
            </Tabs.List>
            <Tabs.Panel value="summary" className={classes.panel ?? ''}>
              <Summary call={call} />
            </Tabs.Panel>
            <Tabs.Panel value="coaching" className={classes.panel ?? ''}>
              <Coaching call={call} />
            </Tabs.Panel>
            {!wide && (
              <Tabs.Panel value="transcript" className={classes.transcript ?? ''}>
                {transcript}
              </Tabs.Panel>
            )}
          </Tabs>
        </Surface>
        {wide && (
          <Surface p={0} className={classes.beside ?? ''}>
            {transcript}
          </Surface>
        )}
      </div>
      <PlaceSaid call={call} place={place.place} />
    </PlaceProvider>
  );
}

/** Tells screen readers where the transcript went. */
function PlaceSaid({ call, place }: { readonly call: CallDetail; readonly place: Place | null }) {
  const start = place === null ? undefined : call.transcript[place.index]?.start_ms;
  return (
    <VisuallyHidden role="status">
      {start === undefined ? '' : words.transcript.shown(formatOffset(start))}
    </VisuallyHidden>
  );
}

function usePane(wide: boolean): [Pane, (pane: Pane) => void] {
  const { pane = 'summary' } = useSearch({ from: '/frame/calls/$callId' });
  const navigate = useNavigate({ from: '/calls/$callId' });
  const show = useCallback(
    (next: Pane) =>
      void navigate({
        search: (before) => ({ ...before, pane: next }),
        replace: true,
        resetScroll: false,
        state: true,
      }),
    [navigate],
  );
  return useMemo(() => [wide && pane === 'transcript' ? 'summary' : pane, show], [wide, pane, show]);
}
