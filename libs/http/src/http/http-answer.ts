import type { FastifyReply } from 'fastify';

/** An answer but for its body. */
export interface AnswerHead {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Names what the body shows. With it, and a way to show it again, an idempotency key keeps the name and not the body. */
  readonly resourceId?: string;
}

/** An answer as a value: what an effect decided to say, before anything is sent. */
export interface HttpAnswer extends AnswerHead {
  readonly body: unknown;
}

/** Sends an answer. A body that is undefined is sent as none. For controllers that take `@Res()`. */
export async function sendAnswer(reply: FastifyReply, answer: HttpAnswer): Promise<void> {
  await reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body);
}
