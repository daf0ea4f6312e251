import classes from './json-block.module.css';

interface JsonBlockProps {
  readonly label: string;
  readonly text: string;
}

/** A text of a machine, scrolled in its own place. */
export function JsonBlock({ label, text }: JsonBlockProps) {
  return (
    // What is larger than its place is scrolled by the keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={classes.json} role="group" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}
