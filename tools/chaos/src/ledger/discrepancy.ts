/** A promise that was not kept. `other`: nothing is lost, doubled or out of order, but it is still wrong. */
export interface Discrepancy {
  readonly verdict: 'lost' | 'doubled' | 'out of order' | 'other';
  readonly what: string;
  /** Where to look: ids, keys, offsets. */
  readonly ids: Readonly<Record<string, string | number | null>>;
  readonly hint: string;
}

export function describeDiscrepancy({ verdict, what, ids, hint }: Discrepancy): string {
  const where = Object.entries(ids).map(([name, value]) => `${name}=${value}`);
  return `${verdict}: ${what} [${where.join(' ')}] — ${hint}`;
}

/** Groups without a fuss about absence: a key that never came has an empty group. */
export class Groups<Key, Item> {
  readonly #byKey: Map<Key, Item[]>;

  constructor(items: readonly Item[], keyOf: (item: Item) => Key) {
    this.#byKey = Map.groupBy(items, keyOf);
  }

  of(key: Key): readonly Item[] {
    return this.#byKey.get(key) ?? [];
  }

  entries(): readonly (readonly [Key, readonly Item[]])[] {
    return [...this.#byKey];
  }
}
