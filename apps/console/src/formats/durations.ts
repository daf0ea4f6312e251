/** `42 min 05 s`, `1 h 02 min`, `9 s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return `${String(hours)} h ${twoDigits(minutes)} min`;
  return minutes > 0 ? `${String(minutes)} min ${twoDigits(rest)} s` : `${String(rest)} s`;
}

/** `12:05`, `1:02:05`: a place in a call. */
export function formatOffset(ms: number): string {
  const whole = Math.floor(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${twoDigits(minutes)}:${twoDigits(seconds)}`;
  return hours > 0 ? `${String(hours)}:${tail}` : tail.replace(/^0/, '');
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
