import assert from 'node:assert/strict';
import { goldenFiles, hasShapeOf, type Json } from './golden-files.ts';
import { formOfToday } from './golden-forms.ts';

/** An event as the store keeps it. */
interface PlainEvent {
  readonly type: string;
  readonly data: object;
  readonly personal?: object;
  readonly subject?: string;
}

/** What the event store's catalogue offers; this library knows no other. */
interface Catalogue<Event extends PlainEvent> {
  readonly definitions: Readonly<Record<string, { readonly version: number }>>;
  upcast(event: never, schemaVersion: number): Event;
}

interface GoldenEventsOptions<Event extends PlainEvent> {
  readonly folder: URL;
  readonly catalogue: Catalogue<Event>;
  /** One of each type as it is stored today, with every field that it can have. */
  readonly examples: { readonly [Type in Event['type']]: Extract<Event, { readonly type: Type }> };
  /** Fields of `data` and `personal` that came within a version, by type: what was stored before has none, and who ran before passes over them. */
  readonly added?: { readonly [Type in Event['type']]?: readonly string[] };
  /** Folds one event into the first state. */
  readonly evolve: (event: Event) => unknown;
}

/**
 * Every event type in every version that was ever stored still loads: the upcasters make of each golden file an event that looks as today's
 * do, and the decider takes it, also with its personal part erased. Tests by name, for Jest's `it.each`.
 */
export function goldenEventTests<Event extends PlainEvent>(
  options: GoldenEventsOptions<Event>,
): [name: string, test: () => Promise<void>][] {
  const { catalogue, examples, folder } = options;
  const files = async () =>
    goldenFiles({ folder, current: currentOf(options, await goldenFiles({ folder, current: {} })) });
  return [
    [
      'each event type has a golden file in each version up to today’s',
      async () => {
        assert.deepEqual(Object.keys(examples).toSorted(), Object.keys(catalogue.definitions).toSorted());
        assertEachVersion(await files(), catalogue);
      },
    ],
    [
      'golden events load as events of today, with their personal parts and without',
      async () => {
        for (const [file, content] of await files()) assertLoads(file, content, options);
      },
    ],
  ];
}

/** Today's examples, by the names that they have as golden files. */
function currentOf<Event extends PlainEvent>(
  { catalogue, examples, added = {} }: GoldenEventsOptions<Event>,
  files: ReadonlyMap<string, Json>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries<PlainEvent>(examples).map(([type, { data, personal, subject }]) => {
      const schemaVersion = catalogue.definitions[type]?.version ?? 0;
      const content = { type, schemaVersion, data, personal, subject };
      // Where nothing may come within a version, the one file of the version says whether something has.
      const name = Object.hasOwn(added, type)
        ? formOfToday(files, type, schemaVersion, content)
        : `${type}.v${schemaVersion}`;
      return [name, content];
    }),
  );
}

function assertEachVersion<Event extends PlainEvent>(
  files: ReadonlyMap<string, Json>,
  { definitions }: Catalogue<Event>,
): void {
  for (const [type, { version }] of Object.entries(definitions)) {
    for (let each = 1; each <= version; each += 1) {
      assert.ok(files.has(`${type}.v${each}`), `${type}.v${each}.json is not there`);
    }
  }
}

function assertLoads<Event extends PlainEvent>(
  file: string,
  content: Json,
  { catalogue, examples, added, evolve }: GoldenEventsOptions<Event>,
): void {
  const { type, schemaVersion, ...rest } = content as { readonly type: Event['type']; readonly schemaVersion: number };
  const loaded = catalogue.upcast({ type, ...rest } as never, schemaVersion);
  const today = withoutMissing(examples[type], loaded, added?.[type] ?? []);
  const looksRight = hasShapeOf(plain(loaded), plain(today));
  assert.ok(looksRight, `${file}.json does not load as ${type} is today: it needs a new version and an upcaster`);
  evolve(loaded);
  if (loaded.personal === undefined) return;
  evolve(catalogue.upcast({ type, ...rest, personal: { erased: true } } as never, schemaVersion));
}

/** The example as it was before these fields came, as far as the event does not have them. */
function withoutMissing(example: PlainEvent, loaded: PlainEvent, added: readonly string[]): PlainEvent {
  const kept = (today: object, then: object = {}): object =>
    Object.fromEntries(Object.entries(today).filter(([name]) => name in then || !added.includes(name)));
  const { data, personal } = example;
  const before = { ...example, data: kept(data, loaded.data) };
  return personal === undefined ? before : { ...before, personal: kept(personal, loaded.personal) };
}

const plain = (event: PlainEvent): Json => JSON.parse(JSON.stringify(event)) as Json;
