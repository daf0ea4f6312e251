import { answerOf, ApiError } from '@ci/client';
import { until } from '@ci/testing';
import type { Installation } from './installation.ts';
import { partLike } from './part-like.ts';
import { sampleCall } from './sample-call.ts';
import type { Subscriber } from './subscriber.ts';

/** What is promised of the path of a call, service by service; the later ones depend on the first. */
export const promises = {
  'ingestion records a call, changes, shows and lists it': (path: WholePath) => path.record(),
  'summarization makes its summary and its action items': (path: WholePath) => path.summarise(),
  'contacts has it in the history of its contact': (path: WholePath) => path.remember(),
  'webhooks tells of its end and of its summary, signed': (path: WholePath) => path.tell(),
  'what the mixtures before have written is read as it was': (path: WholePath) => path.readEarlier(),
  'a call of the mixture before is changed, and deleted everywhere': (path: WholePath) => path.deleteEarlier(),
  'nothing is parked, and no log tells of an error': (path: WholePath) => path.beQuiet(),
} as const;

/** The path of calls through one installation, whatever its services run. Calls are kept from one mixture to the next. */
export class WholePath {
  readonly #installation: Installation;
  readonly #subscriber: Subscriber;
  #patienceMs = 60_000;
  /** What the API has shown of a call when it was new, by its id. */
  readonly #kept = new Map<string, object>();
  /** Stays until the next mixture deletes it. */
  #passing: string | undefined;
  /** The call of this mixture. */
  #call: string | undefined;

  constructor(installation: Installation, subscriber: Subscriber) {
    [this.#installation, this.#subscriber] = [installation, subscriber];
  }

  /** From now on, for each step. */
  waitingAtMost(patienceMs: number): this {
    this.#patienceMs = patienceMs;
    return this;
  }

  /** A call for the first mixture to delete. */
  async begin(): Promise<void> {
    await this.#subscriber.subscribe(this.#installation);
    this.#passing = await this.#post();
  }

  async record(): Promise<void> {
    this.#call = undefined;
    const id = await this.#post();
    const params = { path: { id } };
    const title = 'Renewal, agreed';
    await answerOf(this.#api.PATCH('/calls/{id}', { params, body: { title } }));
    const call = await answerOf(this.#api.GET('/calls/{id}', { params }));
    expect(call).toMatchObject({ title, transcript: sampleCall.transcript });
    const { data } = await answerOf(this.#api.GET('/calls', { params: { query: { limit: 100 } } }));
    expect(data.map((one) => one.id)).toContain(id);
    this.#call = id;
  }

  async summarise(): Promise<void> {
    const path = { id: this.#id };
    const summary = await this.#until('the summary', () =>
      answerOf(this.#api.GET('/calls/{id}/summary', { params: { path, header: { Prefer: 'wait=10' } } })),
    );
    expect(summary.objections).not.toEqual([]);
    const { data } = await answerOf(this.#api.GET('/calls/{id}/action-items', { params: { path } }));
    const item = data.find(({ description }) => /contract/i.test(description));
    expect(item).toMatchObject({ owner: 'rep', due_date: '2026-11-27', completed: false });
    const params = { path: { id: item?.id ?? '' } };
    const done = await answerOf(this.#api.PATCH('/action-items/{id}', { params, body: { completed: true } }));
    expect(done.completed).toBe(true);
    await this.#until('ingestion to hear of the summary', async () => {
      const call = await answerOf(this.#api.GET('/calls/{id}', { params: { path } }));
      return call.analysis_status === 'ready' && call.coaching_score === summary.coaching_score;
    });
  }

  async remember(): Promise<void> {
    const id = this.#id;
    await this.#until('the score in the history', async () =>
      (await this.#contact()).calls.some((one) => one.id === id && one.coaching_score !== null),
    );
  }

  async tell(): Promise<void> {
    const told = await this.#subscriber.told(this.#id, this.#patienceMs);
    expect(told.map(({ type }) => type)).toEqual(['call.ended', 'summary.ready']);
    const id = this.#id;
    await this.#until('the deliveries in the log', async () => {
      const deliveries = await this.#subscriber.deliveriesOf(this.#installation, id);
      return deliveries.length === 2 && deliveries.every(({ status }) => status === 'delivered');
    });
  }

  /** And keeps what this mixture has written, if it has come so far. */
  async readEarlier(): Promise<void> {
    const [first] = this.#kept.values();
    for (const [id, shown] of this.#kept) expect(partLike(first, await this.#shown(id))).toEqual(shown);
    const shown = await this.#shown(this.#id);
    this.#kept.set(this.#id, first === undefined ? shown : (partLike(first, shown) as object));
  }

  async deleteEarlier(): Promise<void> {
    const id = this.#passing ?? '';
    this.#passing = await this.#post();
    const params = { path: { id } };
    const call = await answerOf(this.#api.PATCH('/calls/{id}', { params, body: { outcome: 'lost' } }));
    expect(call.outcome).toBe('lost');
    await answerOf(this.#api.DELETE('/calls/{id}', { params }));
    await this.#until('the call to be gone', () => isGone(answerOf(this.#api.GET('/calls/{id}', { params }))));
    await this.#until('the summary to be gone', () =>
      isGone(answerOf(this.#api.GET('/calls/{id}/summary', { params }))),
    );
    await this.#until('the history to do without it', async () =>
      (await this.#contact()).calls.every((one) => one.id !== id),
    );
  }

  async beQuiet(): Promise<void> {
    expect(await this.#installation.troubles()).toEqual([]);
  }

  /** All that the API shows of a call. */
  async #shown(id: string): Promise<object> {
    const params = { path: { id } };
    const { calls, call_count: _count, last_call_at: _last, ...contact } = await this.#contact();
    return {
      call: await answerOf(this.#api.GET('/calls/{id}', { params })),
      summary: await answerOf(this.#api.GET('/calls/{id}/summary', { params })),
      coaching: await answerOf(this.#api.GET('/calls/{id}/coaching', { params })),
      actionItems: await answerOf(this.#api.GET('/calls/{id}/action-items', { params })),
      contact,
      history: calls.filter((one) => one.id === id),
      deliveries: await this.#subscriber.deliveriesOf(this.#installation, id),
    };
  }

  async #contact() {
    const query = { email: sampleCall.prospect.email };
    const { data } = await answerOf(this.#api.GET('/contacts', { params: { query } }));
    const path = { id: data[0]?.id ?? 'nobody' };
    return answerOf(this.#api.GET('/contacts/{id}', { params: { path } }));
  }

  async #post(): Promise<string> {
    const call = await answerOf(this.#api.POST('/calls', { body: sampleCall }));
    if (!('id' in call)) throw new Error('a preview in place of a call');
    return call.id;
  }

  #until<Result>(describe: string, condition: () => Promise<Result>) {
    return until(condition, { timeoutMs: this.#patienceMs, intervalMs: 250, describe });
  }

  get #id(): string {
    if (this.#call === undefined) throw new Error('no call was recorded');
    return this.#call;
  }

  get #api() {
    return this.#installation.api;
  }
}

async function isGone(answer: Promise<unknown>): Promise<boolean> {
  return answer.then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.code === 'not_found',
  );
}
