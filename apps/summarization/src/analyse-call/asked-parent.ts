import type { LanguageModel, ModelAnswer, ModelRequest } from '../llm-engine/language-model.ts';

/** What the engine's process asks its parent. Everything else that it sends is the answer to the call that it was given. */
export interface Question {
  readonly kind: 'question';
  readonly id: number;
  readonly request: ModelRequest;
}

export interface Reply {
  readonly kind: 'reply';
  readonly id: number;
  readonly answer: ModelAnswer;
}

export const isQuestion = (message: unknown): message is Question => kindOf(message) === 'question';
const isReply = (message: unknown): message is Reply => kindOf(message) === 'reply';
const kindOf = (message: unknown) => (message as { readonly kind?: string } | null)?.kind;

type Channel = Pick<NodeJS.Process, 'send' | 'on' | 'off'>;

/** The language model as the engine's process sees it: a question to the parent. The process itself has neither key nor network. */
export class AskedParent implements LanguageModel {
  readonly #channel: Channel;
  #last = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  complete(request: ModelRequest): Promise<ModelAnswer> {
    const id = (this.#last += 1);
    return new Promise((resolve) => {
      const listen = (message: unknown) => {
        if (!isReply(message) || message.id !== id) return;
        this.#channel.off('message', listen);
        resolve(message.answer);
      };
      this.#channel.on('message', listen);
      const question: Question = { kind: 'question', id, request };
      this.#channel.send?.(question);
    });
  }
}
