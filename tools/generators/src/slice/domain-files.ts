import type { SliceNames } from './slice-names.ts';

/** The pure part, in the folder of the noun, with what is tested of it; and the aggregate. By path from the service's folder. */
export function domainFiles(names: SliceNames): Readonly<Record<string, string>> {
  const folder = `src/${names.noun}`;
  return {
    [`${folder}/${names.noun}.commands.ts`]: commands(names),
    [`${folder}/${names.noun}.events.ts`]: events(names),
    [`${folder}/${names.noun}.decider.ts`]: decider(names),
    [`src/${names.noun}.aggregate.ts`]: aggregate(names),
    [`${folder}/${names.noun}.decider.spec.ts`]: deciderSpec(names),
    [`${folder}/${names.noun}.golden.spec.ts`]: goldenSpec(names),
  };
}

/** The example of the event, as it is stored. */
export function storedExample({ Event, nounId, noun, doneAt }: SliceNames): object {
  return { type: Event, schemaVersion: 1, data: { [nounId]: `${noun}_1`, [doneAt]: '2026-11-20T15:31:02.301Z' } };
}

const commands = ({ Command, Noun, nounId, doneAt }: SliceNames): string => `/** Ids and times come from the edge. */
export interface ${Command} {
  readonly type: '${Command}';
  readonly ${nounId}: string;
  readonly ${doneAt}: Date;
}

export type ${Noun}Command = ${Command};
`;

const events = ({
  Event,
  Noun,
  nounName,
  nounId,
  doneAt,
}: SliceNames): string => `import { defineEvents } from '@ci/domain';

export interface ${Event} {
  readonly type: '${Event}';
  readonly data: { readonly ${nounId}: string; readonly ${doneAt}: string };
}

export type ${Noun}Event = ${Event};

export const ${nounName}Events = defineEvents<${Noun}Event>({ ${Event}: { version: 1 } });
`;

const decider = ({
  noun,
  Noun,
  nounName,
  Event,
  nounId,
  doneAt,
  done,
}: SliceNames): string => `import type { Decider } from '@ci/domain';
import type { ${Noun}Command } from './${noun}.commands.ts';
import type { ${Noun}Event } from './${noun}.events.ts';

export interface ${Noun}State {
  /** null: not yet. */
  readonly ${doneAt}: string | null;
}

/** What is ${done} already stays as it is: a request may come twice. */
export const ${nounName}Decider: Decider<${Noun}State, ${Noun}Command, ${Noun}Event> = {
  initialState: () => ({ ${doneAt}: null }),

  evolve: (_state, { data }) => ({ ${doneAt}: data.${doneAt} }),

  decide({ ${nounId}, ${doneAt} }, state) {
    if (state.${doneAt} !== null) return [];
    return [{ type: '${Event}', data: { ${nounId}, ${doneAt}: ${doneAt}.toISOString() } }];
  },
};
`;

const aggregate = ({ noun, nounName }: SliceNames): string => `import { defineAggregate } from '@ci/event-store';
import { ${nounName}Decider } from './${noun}/${noun}.decider.ts';
import { ${nounName}Events } from './${noun}/${noun}.events.ts';

export const ${nounName} = defineAggregate({
  name: '${noun}',
  decider: ${nounName}Decider,
  events: ${nounName}Events,
  projectors: [],
});
`;

const deciderSpec = ({
  noun,
  Noun,
  nounName,
  Command,
  Event,
  nounId,
  doneAt,
  done,
  verb,
}: SliceNames): string => `import { specify } from '@ci/domain/specification';
import type { ${Noun}Command } from './${noun}.commands.ts';
import { ${nounName}Decider } from './${noun}.decider.ts';
import type { ${Noun}Event } from './${noun}.events.ts';

const ${verb}: ${Noun}Command = { type: '${Command}', ${nounId}: '${noun}_1', ${doneAt}: new Date('2026-11-20T15:31:02.301Z') };
const ${done}: ${Noun}Event = {
  type: '${Event}',
  data: { ${nounId}: '${noun}_1', ${doneAt}: '2026-11-20T15:31:02.301Z' },
};

describe('a ${noun.replaceAll('-', ' ')}', () => {
  it('is ${done}', () => {
    specify(${nounName}Decider).given([]).when(${verb}).then([${done}]);
  });

  it('is ${done} once, whenever it is asked again', () => {
    specify(${nounName}Decider)
      .given([${done}])
      .when({ ...${verb}, ${doneAt}: new Date('2026-11-21T09:00:00.000Z') })
      .then([]);
  });
});
`;

const goldenSpec = ({
  noun,
  nounName,
  Event,
  nounId,
  doneAt,
}: SliceNames): string => `import { goldenEventTests } from '@ci/testing/golden';
import { ${nounName}Decider } from './${noun}.decider.ts';
import { ${nounName}Events } from './${noun}.events.ts';

const tests = goldenEventTests({
  // A separate folder: the golden files of another noun's events are not this one's.
  folder: new URL('../../golden-events/${noun}/', import.meta.url),
  catalogue: ${nounName}Events,
  evolve: (event) => ${nounName}Decider.evolve(${nounName}Decider.initialState(), event),
  examples: {
    ${Event}: {
      type: '${Event}',
      data: { ${nounId}: '${noun}_1', ${doneAt}: '2026-11-20T15:31:02.301Z' },
    },
  },
});

it.each(tests)('%s', (_, test) => test());
`;
