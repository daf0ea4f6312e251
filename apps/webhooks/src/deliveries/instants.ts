/** Points in time as parameters of a statement. The driver takes ten times as long to write a Date, and here most are the same one. */
export function instants(dates: readonly (Date | null)[]): (string | null)[] {
  let last: Date | null = null;
  let text: string | null = null;
  return dates.map((date) => {
    if (date !== last) {
      last = date;
      text = date === null ? null : date.toISOString();
    }
    return text;
  });
}
