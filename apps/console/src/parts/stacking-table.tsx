import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stacking-table.module.css';

interface StackingTableProps {
  readonly columns: readonly string[];
  /** The last column holds buttons: its heading is for screen readers alone. */
  readonly lastIsActions?: boolean;
  /** Rows: `<tr>` of one RowHead and Cells. */
  readonly children: ReactNode;
}

/** A table that becomes a list of cards where it does not fit: on a phone each cell says its column. */
export function StackingTable({ columns, lastIsActions = false, children }: StackingTableProps) {
  return (
    <div className={classes.frame}>
      <Table className={classes.table ?? ''} withRowBorders={false}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col">
                {lastIsActions && at === columns.length - 1 ? <VisuallyHidden>{column}</VisuallyHidden> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </div>
  );
}

/** What a row is about. */
export function RowHead({ children }: { readonly children: ReactNode }) {
  return <th scope="row">{children}</th>;
}

/** One thing about it; `label` is the name of the column, absent for buttons. */
export function Cell({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return <td data-label={label}>{children}</td>;
}
