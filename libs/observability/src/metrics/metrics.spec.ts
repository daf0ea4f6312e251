import { Metrics, type GaugeReading } from './metrics.ts';

const values = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(`${name}{`));

it('gauges of one part are read together, when somebody asks', async () => {
  let reads = 0;
  const metrics = new Metrics('things');
  metrics.sampled({
    part: 'shelf',
    gauges: {
      things: { name: 'ci_things', help: 'Things on the shelf.', labels: ['kind'] },
      age: { name: 'ci_things_age_seconds', help: 'Age of the oldest one.' },
    },
    read: async () => {
      reads += 1;
      return { things: [{ labels: { kind: 'book' }, value: 2 }], age: 7.5 };
    },
  });
  expect(reads).toBe(0);
  const text = await metrics.text();
  expect(values(text, 'ci_things')).toEqual(['ci_things{kind="book",service="things"} 2']);
  expect(values(text, 'ci_things_age_seconds')).toEqual(['ci_things_age_seconds{service="things"} 7.5']);
  expect(values(text, 'ci_unread')).toEqual(['ci_unread{part="shelf",service="things"} 0']);
  expect(reads).toBe(1);
});

it('what can not be read is not shown, and all else is', async () => {
  let read = async (): Promise<Record<'age' | 'kinds', GaugeReading>> => ({
    age: 1,
    kinds: [{ labels: { kind: 'book' }, value: 2 }],
  });
  const metrics = new Metrics('things');
  metrics.counter({ name: 'ci_other_total', help: 'Something else.' }).inc();
  const gauges = {
    age: { name: 'ci_age_seconds', help: 'An age.' },
    kinds: { name: 'ci_kinds', help: 'Things by kind.', labels: ['kind'] },
  } as const;
  metrics.sampled({ part: 'shelf', gauges, read: () => read(), freshMs: 0 });
  expect(values(await metrics.text(), 'ci_age_seconds')).toEqual(['ci_age_seconds{service="things"} 1']);
  expect(values(await metrics.text(), 'ci_kinds')).toEqual(['ci_kinds{kind="book",service="things"} 2']);
  read = async () => {
    throw new Error('away');
  };
  const text = await metrics.text();
  expect([...values(text, 'ci_age_seconds'), ...values(text, 'ci_kinds')]).toEqual([]);
  expect(values(text, 'ci_unread')).toEqual(['ci_unread{part="shelf",service="things"} 1']);
  expect(values(text, 'ci_other_total')).toEqual(['ci_other_total{service="things"} 1']);
});
