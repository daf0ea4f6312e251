import type { SubscribableEventType } from '@ci/contracts';
import { afterCommit } from '@ci/event-store';
import type { ConsumerContext } from '@ci/messaging';
import { idFromUuid } from '@ci/platform';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock.ts';
import { DeliverySender } from '../send-deliveries/delivery-sender.ts';
import { lockCallGate, noteConcluded, openCallGate } from './call-gate.ts';
import { findSubscribers, storeDeliveries, type DeliveryToStore, type Subscriber } from './store-deliveries.ts';
import { webhookBody } from './webhook-body.ts';

/** As long as an event waits for the call.ended that it has overtaken. */
const HOLD_MS = 5 * 60 * 1000;

export interface CallEvent {
  readonly type: SubscribableEventType;
  readonly callId: string;
  /** 0 for call.ended, then the revision of the analysis. */
  readonly order: number;
  readonly data: object;
}

/** Turns an event of a call into a delivery for each endpoint that wants it, in the transaction that consumes the event. */
@Injectable()
export class CallEventFanOut {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DeliverySender) private readonly sender: DeliverySender,
  ) {}

  async store(context: ConsumerContext, event: CallEvent): Promise<void> {
    const { tx, message } = context;
    const now = this.clock();
    const { workspaceId } = message;
    const { type, callId } = event;
    const gate = await lockCallGate(tx, callId, workspaceId);
    // Sent again, perhaps after inbox and deliveries were pruned: it has been delivered.
    const handled = type === 'call.ended' ? gate.ended : gate.concluded.includes(event.order);
    if (gate.deleted || handled) {
      context.ignore();
      return;
    }
    const subscribers = await findSubscribers(tx, workspaceId, type);
    if (subscribers.length > 0) {
      const id = idFromUuid('evt', message.id);
      const body = webhookBody({ id, type, time: message.time, workspaceId, data: event.data });
      const stored = { id, workspaceId, type, callId, callOrder: event.order, body, now };
      const overtook = type !== 'call.ended' && !gate.ended;
      await storeDeliveries(
        tx,
        stored,
        subscribers.map((subscriber) => deliveryTo(subscriber, overtook, now)),
      );
    }
    if (type === 'call.ended') await openCallGate(tx, callId, now);
    else await noteConcluded(tx, callId, event.order);
    afterCommit(tx, () => this.sender.wake());
  }
}

/** What comes while an endpoint is disabled is kept but not sent; a client can ask for it once the endpoint is back. */
function deliveryTo({ id, status, events }: Subscriber, overtook: boolean, now: Date): DeliveryToStore {
  if (status === 'disabled') return { webhookId: id, status: 'dropped', nextAttemptAt: null, held: false };
  // Who never gets call.ended need not wait for it.
  const held = overtook && events.includes('call.ended');
  const nextAttemptAt = held ? new Date(now.getTime() + HOLD_MS) : now;
  return { webhookId: id, status: 'pending', nextAttemptAt, held };
}
