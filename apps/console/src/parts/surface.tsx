import { Paper, type PaperProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './surface.module.css';

/** A sheet on the page's ground, with a fine edge. */
export function Surface({ children, ...props }: PaperProps & { readonly children: ReactNode }) {
  return (
    <Paper className={classes.surface ?? ''} p="lg" radius="lg" {...props}>
      {children}
    </Paper>
  );
}
