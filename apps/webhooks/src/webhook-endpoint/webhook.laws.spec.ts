import { erased, fold } from '@ci/domain';
import fc from 'fast-check';
import type { WebhookCommand } from './webhook.commands.ts';
import { webhookDecider } from './webhook.decider.ts';
import type { WebhookEvent } from './webhook.events.ts';
import type { WebhookState } from './webhook.state.ts';

const at = '2026-11-20T15:00:00.000Z';
const url = fc.constantFrom('https://a.example/hook', 'https://b.example/hook');
const events = fc.subarray(['call.ended', 'summary.ready', 'summary.failed'] as const, { minLength: 1 });
const description = fc.constantFrom('CRM', null);

const commands = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('RegisterWebhook' as const), url, description, events, at: fc.constant(at) }),
    fc.record(
      {
        type: fc.constant('ChangeWebhook' as const),
        url,
        description,
        events,
        status: fc.constantFrom('active' as const, 'disabled' as const),
        at: fc.constant(at),
      },
      { requiredKeys: ['type', 'at'] },
    ),
    fc.record({
      type: fc.constant('DisableWebhook' as const),
      reason: fc.constantFrom('gone' as const, 'failing' as const),
      at: fc.constant(at),
    }),
    fc.record({ type: fc.constant('DeleteWebhook' as const), at: fc.constant(at) }),
  ),
  { maxLength: 12 },
);

describe('laws of a webhook', () => {
  it('what is replayed is what was lived', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { state, events: lived } = live(given);
        const asStored = JSON.parse(JSON.stringify(lived)) as WebhookEvent[];
        expect(fold(webhookDecider, webhookDecider.initialState(), asStored)).toEqual(state);
      }),
    );
  });

  it('the same change or the same answer of an endpoint again decides nothing', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const repeatable = given.filter(({ type }) => type === 'ChangeWebhook' || type === 'DisableWebhook');
        for (const command of repeatable) {
          const once = live([...given, command]).state;
          expect(live([command], once).events).toEqual([]);
        }
      }),
    );
  });

  it('a deleted webhook stays deleted, and loads without its address', () => {
    fc.assert(
      fc.property(commands, commands, (before, after) => {
        const gone = live([...before, { type: 'DeleteWebhook', at }]);
        fc.pre(gone.state.status === 'deleted');
        expect(live(after, gone.state).events).toEqual([]);
        const withoutTargets = gone.events.map((event) =>
          'personal' in event ? { ...event, personal: erased } : event,
        );
        expect(fold(webhookDecider, webhookDecider.initialState(), withoutTargets)).toEqual({ status: 'deleted' });
      }),
    );
  });
});

function live(given: readonly WebhookCommand[], from: WebhookState = webhookDecider.initialState()) {
  const lived: WebhookEvent[] = [];
  let state = from;
  for (const command of given) {
    const decided = decidedOrRefused(command, state);
    state = fold(webhookDecider, state, decided);
    lived.push(...decided);
  }
  return { state, events: lived };
}

function decidedOrRefused(command: WebhookCommand, state: WebhookState): readonly WebhookEvent[] {
  try {
    return webhookDecider.decide(command, state);
  } catch {
    return [];
  }
}
