import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { formatOffset } from '../../formats/durations.ts';
import { texts } from '../../texts/texts.ts';
import classes from './evidence-marker.module.css';
import { usePlace } from './place.ts';
import { segmentOf, type Evidence } from './transcript.ts';

const words = texts.call.evidence;
/** A statement with dozens of passages shows these first. */
const shownAtFirst = 5;

/** `peek` closes when the pointer or the focus leaves, `pinned` at the next click. */
type Opening = 'closed' | 'peek' | 'pinned';

interface EvidenceMarkerProps {
  readonly evidence: readonly Evidence[];
}

/** The time of a statement's first passage. It shows what was said on hover, on focus and on a tap. */
export function EvidenceMarker({ evidence }: EvidenceMarkerProps) {
  const { showEvidence, isBeside } = usePlace();
  const [opening, setOpening] = useState<Opening>('closed');
  const marker = useRef<HTMLButtonElement>(null);
  const [first] = evidence;
  if (first === undefined) return null;

  const peek = (): void => setOpening((now) => (now === 'closed' ? 'peek' : now));
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) setOpening('closed');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || opening === 'closed') return;
    event.stopPropagation();
    marker.current?.focus();
    setOpening('closed');
  };
  const onClick = (): void => {
    setOpening((now) => (now === 'pinned' ? 'closed' : 'pinned'));
    if (isBeside) showEvidence(evidence);
  };
  const time = formatOffset(first.start_ms);
  return (
    // Escape and the focus bubble here from the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className={classes.place}
      onMouseEnter={peek}
      onMouseLeave={() => setOpening((now) => (now === 'peek' ? 'closed' : now))}
      onFocus={peek}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <Popover
        opened={opening !== 'closed'}
        onChange={(opened) => {
          if (!opened) setOpening('closed');
        }}
        position="bottom-start"
        offset={0}
        width={340}
        withinPortal={false}
        withRoles={false}
        shadow="md"
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <UnstyledButton
            ref={marker}
            className={classes.marker ?? ''}
            aria-expanded={opening !== 'closed'}
            aria-label={words.marker(time, evidence.length - 1)}
            onClick={onClick}
          >
            {time}
            {evidence.length > 1 && <span className={classes.count}>+{evidence.length - 1}</span>}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.passages ?? ''}>
          <Passages evidence={evidence} onShow={() => setOpening('closed')} />
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}

function Passages({ evidence, onShow }: EvidenceMarkerProps & { readonly onShow: () => void }) {
  const { segments, showEvidence } = usePlace();
  const [all, setAll] = useState(false);
  const shown = all ? evidence : evidence.slice(0, shownAtFirst);
  return (
    <ul>
      {shown.map((one) => {
        const speaker = segments[segmentOf(segments, one)]?.speaker ?? 'rep';
        const time = formatOffset(one.start_ms);
        return (
          <li key={`${String(one.start_ms)} ${one.quote}`}>
            <UnstyledButton
              className={classes.passage ?? ''}
              onClick={() => {
                onShow();
                showEvidence([one]);
              }}
            >
              <VisuallyHidden>{words.show}</VisuallyHidden>
              <span className={classes.who} data-speaker={speaker}>
                {texts.call.speakers[speaker]} · {time}
              </span>
              <q>{one.quote}</q>
            </UnstyledButton>
          </li>
        );
      })}
      {shown.length < evidence.length && (
        <li>
          <UnstyledButton className={classes.more ?? ''} onClick={() => setAll(true)}>
            {words.more(evidence.length - shown.length)}
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}
