/** What of a needed form is not in a value: names that are absent, values of another kind. More may be there; null stands for any kind. */
export function missingFrom(actual: unknown, needed: unknown, place = ''): readonly string[] {
  if (needed === null || (actual === null && place !== '')) return [];
  const here = place === '' ? 'the body' : place;
  if (Array.isArray(needed)) {
    if (!Array.isArray(actual)) return [`${here} is no list`];
    const [first] = needed as readonly unknown[];
    if (first === undefined) return [];
    return [...new Set(actual.flatMap((entry: unknown) => missingFrom(entry, first, `${here}[]`)))];
  }
  if (typeof needed === 'object') {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return [`${here} is no object`];
    return Object.entries(needed).flatMap(([name, value]) => {
      const at = place === '' ? name : `${place}.${name}`;
      return name in actual ? missingFrom((actual as Record<string, unknown>)[name], value, at) : [`${at} is missing`];
    });
  }
  if (actual === undefined) return [`${here} is nothing, not a ${typeof needed}`];
  return typeof actual === typeof needed ? [] : [`${here} is a ${typeof actual}, not a ${typeof needed}`];
}

/** Where two values differ. */
export function differences(actual: unknown, expected: unknown, place = ''): readonly string[] {
  if (isObject(actual) && isObject(expected)) {
    const names = [...new Set([...Object.keys(actual), ...Object.keys(expected)])];
    return names.flatMap((name) => differences(actual[name], expected[name], place === '' ? name : `${place}.${name}`));
  }
  const [is, should] = [shown(actual), shown(expected)];
  return is === should ? [] : [`${place} is ${is}, not ${should}`];
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
