import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PlannedCall } from '../ledger/facts.ts';
import { asWebVtt, type CallPlan } from './call-plan.ts';
import type { FinalAnswer, PatientClient, PatientRequest } from './patient-client.ts';

/** Does with one call what its plan says, and tells what its client knows in the end. */
export async function playCall(plan: CallPlan, client: PatientClient): Promise<PlannedCall> {
  const played = new PlayedCall(plan, client);
  await played.record();
  if (plan.changes.patch) await played.patch();
  if (plan.changes.reanalyze) await played.reanalyze();
  if (plan.changes.delete) await played.delete();
  return played.result();
}

class PlayedCall {
  #callId: string | null = null;
  #title: string | null = null;
  #reanalyses = 0;
  #deleted = false;
  readonly #unanswered: string[] = [];

  constructor(
    private readonly plan: CallPlan,
    private readonly client: PatientClient,
  ) {}

  result(): PlannedCall {
    return {
      plan: this.plan.plan,
      workspaceId: this.client.workspaceId,
      email: this.plan.email,
      callId: this.#callId,
      reanalyses: this.#reanalyses,
      title: this.#title,
      deleted: this.#deleted,
      unanswered: this.#unanswered,
    };
  }

  async record(): Promise<void> {
    const { how, body } = this.plan;
    const hasKey = body.external_id === undefined;
    const answer = await this.#send({
      method: 'POST',
      path: how === 'json' ? '/calls' : `/calls/import?${importQuery(this.plan)}`,
      ...(how === 'json' ? { body } : { text: { type: 'text/vtt', content: asWebVtt(body) } }),
      ...(hasKey ? { idempotencyKey: randomUUID() } : {}),
      // A repetition under its external id finds the call of the first request.
      expected: hasKey ? [201] : [201, 200],
    });
    if (answer) this.#callId = (answer.body as { id: string }).id;
  }

  async patch(): Promise<void> {
    const title = `title of ${this.plan.plan}`;
    if (await this.#change('PATCH', '', [200], { title, outcome: 'won' })) this.#title = title;
  }

  /** Refused as long as the first analysis is under way; the pause lets it end, mostly. */
  async reanalyze(): Promise<void> {
    await delay(1_000);
    if (await this.#change('POST', '/reanalyze', [202])) this.#reanalyses += 1;
  }

  /** A repetition meets what the first request has done. */
  async delete(): Promise<void> {
    const answer = await this.#change('DELETE', '', [204, 404]);
    if (answer?.status === 404 && !answer.repeated) this.client.reportLost(this.plan.plan, this.#callId);
    if (answer) this.#deleted = true;
  }

  async #change(
    method: string,
    path: string,
    expected: readonly number[],
    body?: unknown,
  ): Promise<FinalAnswer | undefined> {
    if (this.#callId === null) return undefined;
    return this.#send({
      method,
      path: `/calls/${this.#callId}${path}`,
      expected,
      ...(body === undefined ? {} : { body }),
      ...(method === 'POST' ? { idempotencyKey: randomUUID() } : {}),
    });
  }

  async #send(request: Omit<PatientRequest, 'plan'>): Promise<FinalAnswer | undefined> {
    const answer = await this.client.send({ ...request, plan: this.plan.plan });
    if (answer === undefined) this.#unanswered.push(`${request.method} ${request.path}`);
    return answer;
  }
}

function importQuery({ body }: CallPlan): string {
  const { rep_id, started_at, prospect } = body;
  const query = new URLSearchParams({ rep_id, started_at, rep_name: 'Dana Reyes', prospect_name: 'Marcus Webb' });
  const email = prospect?.email ?? null;
  if (email !== null) query.set('prospect_email', email);
  return query.toString();
}
