import { createLogger } from '@ci/observability/logger';
import type { AttemptResult } from './attempt-result.ts';
import { EndpointOutages } from './endpoint-outages.ts';

const failed: AttemptResult = {
  statusCode: 503,
  error: 'The endpoint answered 503.',
  responseBody: '',
  retryAfter: null,
};
const arrived: AttemptResult = { statusCode: 200, error: null, responseBody: '', retryAfter: null };

let now: number;
let lines: Record<string, unknown>[];
let outages: EndpointOutages;
beforeEach(() => {
  now = 0;
  lines = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  outages = new EndpointOutages(createLogger({ service: 'webhooks', level: 'info' }, { write }), () => now);
});
const note = (webhookId: string, ...results: readonly AttemptResult[]): void => {
  for (const result of results) outages.note({ webhookId, workspaceId: 'wsp_1' }, result);
};
const told = () => lines.map(({ webhook_id: id, msg, failures }) => [id, msg, failures]);

it('says nothing of an endpoint that is well', () => {
  note('whk_1', arrived, arrived);
  expect(lines).toEqual([]);
});

it('says once that an endpoint fails, and once that it works again after how many failures', () => {
  note('whk_1', ...Array<AttemptResult>(100).fill(failed), arrived, arrived);
  expect(told()).toEqual([
    ['whk_1', 'deliveries to an endpoint fail', undefined],
    ['whk_1', 'deliveries to an endpoint arrive again', 100],
  ]);
  expect(lines[0]).toMatchObject({ workspace_id: 'wsp_1', problem: 'The endpoint answered 503.' });
});

it('tells each endpoint apart', () => {
  note('whk_1', failed);
  note('whk_2', arrived, failed, failed);
  note('whk_1', failed, arrived);
  expect(told().map(([id]) => id)).toEqual(['whk_1', 'whk_2', 'whk_1']);
});

it('of one that fails every other time it says so once a minute', () => {
  for (; now < 120_000; now += 1_000) note('whk_1', failed, arrived);
  expect(lines).toHaveLength(4);
});
