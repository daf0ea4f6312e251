import { checkProjectors } from '@ci/event-store/projector-specification';
import { testDatabase, type TestDatabase } from '@ci/testing';
import fc from 'fast-check';
import { migrations } from '../database/schema.ts';
import { operations } from '../operations.ts';
import type { WebhookCommand } from '../webhook-endpoint/webhook.commands.ts';
import { webhookDecider } from '../webhook-endpoint/webhook.decider.ts';
import { webhookEvents } from '../webhook-endpoint/webhook.events.ts';
import { projectEndpoint } from './endpoint-row.projector.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ schema: 'webhooks', migrations });
});
afterAll(() => database.drop());

const at = fc.constantFrom('2026-11-20T15:00:00.000Z', '2026-11-20T16:00:00.000Z');
const url = fc.constantFrom('https://a.example/hook', 'https://b.example/hook?token=7');
const events = fc.subarray(['call.ended', 'summary.ready', 'summary.failed'] as const, { minLength: 1 });
const description = fc.constantFrom('O\'Neil "quoted" \\ back', null);
const command: fc.Arbitrary<WebhookCommand> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('RegisterWebhook' as const), url, description, events, at }) },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        type: fc.constant('ChangeWebhook' as const),
        url,
        description,
        events,
        status: fc.constantFrom('active' as const, 'disabled' as const),
        at,
      },
      { requiredKeys: ['type', 'at'] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('DisableWebhook' as const),
      reason: fc.constantFrom('gone' as const, 'failing' as const),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('DeleteWebhook' as const), at }) },
);

const ofAnyEndpoint = fc.tuple(fc.constantFrom('wh_a', 'wh_b', 'wh_c'), command).map(([id, one]) => ({
  stream: { type: 'webhook', id: `webhook-${id}`, workspaceId: 'wsp_1' },
  command: one,
}));

it('the rows of endpoints are the same however their events are cut into calls of the projector, and rebuilt', async () => {
  let projected = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(ofAnyEndpoint, { minLength: 10, maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
      async (commands, sizes) => {
        const { dataSource } = database;
        const projections = operations.projections ?? [];
        const kind = { decider: webhookDecider, catalogue: webhookEvents, projectors: [projectEndpoint] };
        projected += await checkProjectors(
          { dataSource, projections, ...kind, erasedBy: 'WebhookDeleted' },
          { commands, sizes },
        );
      },
    ),
    { numRuns: 20 },
  );
  expect(projected).toBeGreaterThan(40);
}, 120_000);
