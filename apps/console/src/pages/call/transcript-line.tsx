import { UnstyledButton } from '@mantine/core';
import { formatOffset } from '../../formats/durations.ts';
import { texts } from '../../texts/texts.ts';
import type { CallDetail } from './call.query.ts';
import { markedText } from './marked-text.ts';
import { usePlace } from './place.ts';
import classes from './transcript-list.module.css';
import type { Segment, Speaker } from './transcript.ts';

export type SpeakerNames = Readonly<Record<Speaker, string>>;

/** Both sides by name, where it is known. */
export function speakerNames({ rep, prospect }: Pick<CallDetail, 'rep' | 'prospect'>): SpeakerNames {
  const { speakers } = texts.call;
  return { rep: rep.name ?? speakers.rep, prospect: prospect.name ?? speakers.prospect };
}

interface TranscriptLineProps {
  readonly segment: Segment;
  /** null where the same side goes on. */
  readonly name: SpeakerNames | null;
  readonly quotes: readonly string[];
}

/** One segment: when, who, and what was said, with quotes marked. */
export function TranscriptLine({ segment: { speaker, start_ms, text }, name, quotes }: TranscriptLineProps) {
  const { showTime } = usePlace();
  const time = formatOffset(start_ms);
  return (
    <>
      <UnstyledButton
        className={classes.time ?? ''}
        aria-label={texts.call.transcript.goTo(time)}
        onClick={() => showTime(start_ms)}
      >
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
