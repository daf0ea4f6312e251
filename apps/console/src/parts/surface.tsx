import { Paper, type PaperProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './surface.module.css';

/** A sheet on the page's ground, with a fine edge. */
export function Surface({ children, className = '', ...props }: PaperProps & { readonly children: ReactNode }) {
  return (
    <Paper className={`${classes.surface ?? ''} ${className}`} p="lg" radius="lg" {...props}>
      {children}
    </Paper>
  );
}
