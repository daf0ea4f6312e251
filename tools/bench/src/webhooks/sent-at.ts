/** Milliseconds since 1970 with fractions: the same clock for all processes of one machine. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** A title that says when the event was sent. */
export function titleSentAt(at: number): string {
  return `sent at ${at.toFixed(3)}`;
}

/** When the event in this body was sent; undefined when it does not say. */
export function sentAt(body: string): number | undefined {
  const found = /"title":"sent at (\d+\.\d+)"/.exec(body)?.[1];
  return found === undefined ? undefined : Number(found);
}
