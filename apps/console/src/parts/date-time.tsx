import { formatDate, formatDay, formatInstant, formatInstantFully } from '../formats/instants.ts';
import { formatDuration } from '../formats/durations.ts';
import { useSession } from '../session/session.query.ts';

interface DateTimeProps {
  readonly iso: string;
  /** The day alone. */
  readonly day?: boolean;
}

/** An instant in the time zone of the workspace; all of it when the user points at it. */
export function DateTime({ iso, day = false }: DateTimeProps) {
  const { timezone } = useSession().workspace;
  return (
    <time dateTime={iso} title={formatInstantFully(iso, timezone)}>
      {day ? formatDay(iso, timezone) : formatInstant(iso, timezone)}
    </time>
  );
}

/** A date without a time, such as a due date. */
export function DateOnly({ date }: { readonly date: string }) {
  return <time dateTime={date}>{formatDate(date)}</time>;
}

/** How long something took. */
export function Duration({ seconds }: { readonly seconds: number }) {
  return <time dateTime={`PT${String(Math.round(seconds))}S`}>{formatDuration(seconds)}</time>;
}
