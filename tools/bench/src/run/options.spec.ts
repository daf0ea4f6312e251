import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readBenchOptions } from './options.ts';

const ids = {
  store: ['store.append', 'store.relay'],
  pipeline: ['pipeline.contact'],
  api: ['calls.list'],
  webhooks: ['webhooks.one'],
  anatomy: ['anatomy.append'],
  scale: ['scale.contacts'],
  rest: ['rest'],
};

describe('readBenchOptions', () => {
  it('reads the suite, what to measure, how much of it and where to write', () => {
    const argv = [
      'store',
      '--only',
      'store.relay',
      '--rounds',
      '2',
      '--events',
      '1000',
      '20_000',
      '--json',
      'out.json',
    ];
    expect(readBenchOptions(argv, ids)).toMatchObject({
      suite: 'store',
      only: ['store.relay'],
      rounds: 2,
      events: [1_000, 20_000],
      json: 'out.json',
      clients: 32,
    });
  });

  it('has defaults for all sizes', () => {
    expect(readBenchOptions(['pipeline'], ids)).toMatchObject({
      suite: 'pipeline',
      rounds: 5,
      callsPerSecond: 50,
      events: [10_000, 100_000, 1_000_000],
      rows: [10_000, 10_000_000],
    });
  });
});

it.each(['store', 'pipeline', 'api', 'webhooks', 'anatomy', 'scale', 'rest'])(
  'the benchmarks of %s run each night, all of them: store.rebuild was broken for weeks unseen',
  (suite) => {
    const nightly = readFileSync(path.resolve(import.meta.dirname, '../../../../.ci/nightly'), 'utf8');
    const [line = ''] = new RegExp(`^stage .* npm run bench -- ${suite} .*$`, 'm').exec(nightly) ?? [];
    expect(line).not.toBe('');
    expect(line).not.toContain('--only');
  },
);
