/** Of a value what a pattern has too, however deep; throws at a name that is missing. null in the pattern stands for anything. */
export function partLike(pattern: unknown, value: unknown, place = 'the answer'): unknown {
  if (pattern === null || value === null) return value;
  if (Array.isArray(pattern)) {
    if (!Array.isArray(value)) throw new Error(`${place} is no list`);
    const [first] = pattern as readonly unknown[];
    return first === undefined ? value : value.map((one) => partLike(first, one, `${place}[]`));
  }
  if (typeof pattern !== 'object') return value;
  if (typeof value !== 'object') throw new Error(`${place} is no object`);
  return Object.fromEntries(
    Object.entries(pattern).map(([name, inside]) => {
      if (!(name in value)) throw new Error(`${place}.${name} is missing`);
      return [name, partLike(inside, (value as Record<string, unknown>)[name], `${place}.${name}`)];
    }),
  );
}
