import type { ReactNode } from 'react';
import { EvidenceMarker } from './evidence-marker.tsx';
import classes from './statement.module.css';
import type { Statement } from './statements.ts';

/** Something that was found in a call, with the marker of its passages. */
export function StatementText({ statement: { text, evidence } }: { readonly statement: Statement }) {
  return (
    <>
      {text} <EvidenceMarker evidence={evidence} />
    </>
  );
}

interface StatementListProps {
  readonly statements: readonly Statement[];
  /** Shown in place of an empty list. */
  readonly none: ReactNode;
  /** The order says something, such as the order of the call. */
  readonly numbered?: boolean;
}

/** Statements, one under the other. */
export function StatementList({ statements, none, numbered = false }: StatementListProps) {
  if (statements.length === 0) return <p className={classes.none}>{none}</p>;
  const List = numbered ? 'ol' : 'ul';
  return (
    <List className={classes.list}>
      {statements.map((statement, at) => (
        <li key={at}>
          <StatementText statement={statement} />
        </li>
      ))}
    </List>
  );
}
