import type { SubscribableEventType } from '@ci/contracts';
import { afterCommit } from '@ci/event-store';
import type { BatchContext, ReceivedMessage } from '@ci/messaging';
import { sentTogether } from '@ci/database';
import { idFromUuid } from '@ci/ids';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../clock.ts';
import type { Permit } from '../limit/concurrency-limiter.ts';
import type { ClaimedDelivery } from '../queue/claim-deliveries.ts';
import { DeliverySender } from '../send/delivery-sender.ts';
import { findSkippedEnds, lockCallGates, noteConcluded, openCallGates, type CallGate } from './call-gate.ts';
import { storeDeliveries, type DeliveryToStore, type EventToStore, type StoredDelivery } from './store-deliveries.ts';
import { findSubscribers, type Subscriber } from './subscribers.ts';
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

/** An event that is new, with the message that brought it. */
interface FreshEvent extends CallEvent {
  readonly message: ReceivedMessage;
  /** Nothing was known of its call. */
  readonly isNew: boolean;
  /** Its call.ended has not been handled yet. */
  readonly overtook: boolean;
}

/** A delivery with what an attempt on it needs. */
interface PlannedDelivery extends DeliveryToStore {
  readonly subscriber: Subscriber;
  readonly permit: Permit | undefined;
}

/** Turns events of calls into deliveries for each endpoint that wants them, in the transaction that consumes the events. */
@Injectable()
export class CallEventFanOut {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DeliverySender) private readonly sender: DeliverySender,
  ) {}

  /** `events`: what each of the context's messages says. */
  async store({ tx, messages, ignore }: BatchContext, events: readonly CallEvent[]): Promise<void> {
    const now = this.clock();
    const received = messages.flatMap((message, index) => {
      const event = events[index];
      return event === undefined ? [] : [{ ...event, message }];
    });
    const calls = received.map(({ callId, type, message: { workspaceId } }) => ({
      callId,
      workspaceId,
      endedAt: type === 'call.ended' ? now : null,
    }));
    const workspaceIds = new Set(calls.map(({ workspaceId }) => workspaceId));
    const [gates, subscribers] = await sentTogether(lockCallGates(tx, calls), findSubscribers(tx, [...workspaceIds]));
    const fresh = await withoutSkipped(tx, freshEvents(received, gates));
    const isFresh = new Set(fresh.map(({ message }) => message));
    // Sent again, perhaps after inbox and deliveries were pruned: it has been delivered. Or the call is deleted.
    for (const message of messages) if (!isFresh.has(message)) ignore(message);
    if (fresh.length === 0) return;
    await this.#deliver(tx, fresh, subscribers, now);
    await this.#noteHandled(tx, fresh, now);
  }

  async #deliver(
    tx: EntityManager,
    events: readonly FreshEvent[],
    subscribers: ReadonlyMap<string, readonly Subscriber[]>,
    now: Date,
  ): Promise<void> {
    const planned: PlannedDelivery[] = [];
    try {
      const begun = new Set<string>();
      for (const event of events) {
        const all = subscribers.get(event.message.workspaceId) ?? [];
        const wanting = all.filter((subscriber) => subscriber.events.includes(event.type));
        if (wanting.length === 0) continue;
        const stored = eventToStore(event, now);
        // Of several events of one call, the first attempt of the first one comes first.
        const mayBegin = !begun.has(event.callId);
        begun.add(event.callId);
        for (const subscriber of wanting) planned.push(this.#plan(subscriber, stored, event.overtook, mayBegin));
      }
      const rows = await storeDeliveries(tx, planned);
      afterCommit(tx, () => this.#begin(planned, rows));
    } catch (error) {
      this.sender.releasePermits(planned.flatMap(({ permit }) => permit ?? []));
      throw error;
    }
  }

  /** What comes while an endpoint is disabled is kept but not sent; a client can ask for it once the endpoint is back. */
  #plan(subscriber: Subscriber, event: EventToStore, overtook: boolean, mayBegin: boolean): PlannedDelivery {
    const { id: webhookId, workspaceId, status, events } = subscriber;
    const delivery = { event, subscriber, webhookId };
    if (status === 'disabled') {
      return { ...delivery, status: 'dropped', nextAttemptAt: null, held: false, permit: undefined };
    }
    // Who never gets call.ended need not wait for it.
    const held = overtook && events.includes('call.ended');
    const nextAttemptAt = held ? new Date(event.now.getTime() + HOLD_MS) : event.now;
    const permit = !held && mayBegin ? this.sender.acquirePermit({ webhookId, workspaceId }) : undefined;
    const lease = permit && { lease: this.sender.lease(event.now) };
    return { ...delivery, status: 'pending', nextAttemptAt, held, permit, ...lease };
  }

  /** After the commit: attempts that were stored as begun begin, and others are looked for. */
  #begin(planned: readonly PlannedDelivery[], rows: readonly (StoredDelivery | undefined)[]): void {
    for (const [index, { event, subscriber, permit, status, lease }] of planned.entries()) {
      const row = rows[index];
      if (row?.leased === true && permit !== undefined && lease !== undefined) {
        this.sender.begin(permit, claimedDelivery(row.id, event, subscriber, lease.lease));
        continue;
      }
      if (permit !== undefined) this.sender.releasePermits([permit]);
      if (row === undefined || status !== 'pending') continue;
      // What begins its call waits for nothing but room.
      if (event.callId === null || event.callOrder === 0)
        this.sender.awaitCapacity(subscriber.id, subscriber.workspaceId);
      else this.sender.awaitFirstAttempt(subscriber.id, event.callId);
    }
  }

  async #noteHandled(tx: EntityManager, events: readonly FreshEvent[], now: Date): Promise<void> {
    const ended = events.filter(({ type, isNew }) => type === 'call.ended' && !isNew);
    const released = await openCallGates(
      tx,
      ended.map(({ callId }) => callId),
      now,
    );
    const concluded = events.filter(({ type }) => type !== 'call.ended');
    await noteConcluded(
      tx,
      concluded.map(({ callId, order }) => ({ callId, revision: order })),
    );
    if (released.length === 0) return;
    afterCommit(tx, () => {
      for (const { webhookId, callId } of released) this.sender.awaitFirstAttempt(webhookId, callId);
    });
  }
}

/** Without what was handled before, also earlier in this list, and what belongs to deleted calls. */
function freshEvents(
  received: readonly (CallEvent & { readonly message: ReceivedMessage })[],
  gates: ReadonlyMap<string, CallGate>,
): FreshEvent[] {
  const seen = new Set<string>();
  return received.flatMap((event) => {
    const { type, callId, order } = event;
    const gate = gates.get(callId);
    const fact = type === 'call.ended' ? `${callId} ended` : `${callId} ${order}`;
    const handled = type === 'call.ended' ? gate?.ended : gate?.concluded.includes(order);
    if (gate === undefined || gate.deleted || handled === true || seen.has(fact)) return [];
    seen.add(fact);
    return [{ ...event, isNew: gate.isNew, overtook: type !== 'call.ended' && !gate.ended }];
  });
}

/** Events do not wait for a call.ended that an operator has skipped. */
async function withoutSkipped(tx: EntityManager, events: readonly FreshEvent[]): Promise<FreshEvent[]> {
  const overtaking = events.filter(({ overtook }) => overtook).map(({ callId }) => callId);
  const skipped = await findSkippedEnds(tx, overtaking);
  return events.map((event) => ({ ...event, overtook: event.overtook && !skipped.has(event.callId) }));
}

/** The body is built once, whatever the number of endpoints. */
function eventToStore({ message, type, callId, order, data }: FreshEvent, now: Date): EventToStore {
  const { workspaceId, time, traceparent } = message;
  const id = idFromUuid('evt', message.id);
  const body = webhookBody({ id, type, time, workspaceId, data });
  return { id, workspaceId, type, callId, callOrder: order, body, traceparent, now };
}

function claimedDelivery(id: string, event: EventToStore, subscriber: Subscriber, lease: string): ClaimedDelivery {
  const { id: webhookId, workspaceId, url, secret } = subscriber;
  const { id: eventId, callId, body, traceparent = null, now: storedAt } = event;
  return { id, workspaceId, webhookId, eventId, callId, storedAt, traceparent, failures: 0, url, secret, body, lease };
}
