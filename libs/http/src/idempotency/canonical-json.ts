/** JSON with its keys in order: equal values have equal texts, also those that come back from `jsonb`. Of undefined, nothing. */
export function canonicalJson(value: unknown): string {
  const sorted = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  ) as string | undefined;
  return sorted ?? '';
}
