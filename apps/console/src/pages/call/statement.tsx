import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatOffset } from '../../formats/durations.ts';
import { texts } from '../../texts/en.ts';
import { usePlace } from './place.ts';
import classes from './statement.module.css';
import type { Statement } from './statements.ts';
import type { Evidence } from './transcript.ts';

/** A statement that stands on dozens of passages shows these; the others on demand. */
const shownAtFirst = 4;

/** Something that was found in a call; it leads to where the call says it. */
export function StatementText({ statement: { text, evidence } }: { readonly statement: Statement }) {
  const { showEvidence } = usePlace();
  if (evidence.length === 0) return <span>{text}</span>;
  return (
    <>
      <UnstyledButton className={classes.text ?? ''} onClick={() => showEvidence(evidence)}>
        {text}
      </UnstyledButton>{' '}
      <EvidenceTimes evidence={evidence} />
    </>
  );
}

/** The times of some passages, each leading there. */
export function EvidenceTimes({ evidence }: { readonly evidence: readonly Evidence[] }) {
  const { showEvidence } = usePlace();
  const [all, setAll] = useState(evidence.length <= shownAtFirst + 1);
  return (
    <span className={classes.times}>
      {(all ? evidence : evidence.slice(0, shownAtFirst)).map((one) => {
        const time = formatOffset(one.start_ms);
        return (
          <UnstyledButton
            key={`${String(one.start_ms)} ${one.quote}`}
            className={classes.time ?? ''}
            aria-label={texts.call.evidence(time)}
            title={one.quote}
            onClick={() => showEvidence([one])}
          >
            {time}
          </UnstyledButton>
        );
      })}
      {!all && (
        <UnstyledButton className={classes.more ?? ''} onClick={() => setAll(true)}>
          {texts.call.moreEvidence(evidence.length - shownAtFirst)}
        </UnstyledButton>
      )}
    </span>
  );
}

/** Some of them, one under the other; `none` says that there are none. */
export function StatementList({
  statements,
  none,
}: {
  readonly statements: readonly Statement[];
  readonly none: ReactNode;
}) {
  if (statements.length === 0) return <p className={classes.none}>{none}</p>;
  return (
    <ul className={classes.list}>
      {statements.map((statement, at) => (
        <li key={at}>
          <StatementText statement={statement} />
        </li>
      ))}
    </ul>
  );
}
