import { Client, type ClientConfig } from 'pg';

/** Statements that begin with this are planned each time: for tables that are empty one moment and long the next, such as queues. */
export const PLAN_ANEW = '/* plan anew */';

const USES_BEFORE = 5;
const MOST_PREPARED = 100;
const MOST_COUNTED = 1_000;

/**
 * A connection that prepares the statements it is sent again and again. Without it the server parses and plans each of them every time,
 * which takes longer than to execute it: the append with what belongs to it was twice as slow.
 *
 * The number is bounded, because the server keeps them as long as the connection; what is not among the first stays as it is.
 */
export class PreparingClient extends Client {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #namesGiven = 0;

  constructor(config?: string | ClientConfig) {
    super(config);
    const send = super.query.bind(this) as (...input: unknown[]) => unknown;
    // pg's method has a dozen overloads, of which one matters here.
    this.query = ((...input: unknown[]) => this.#send(send, input)) as typeof this.query;
  }

  #send(send: (...input: unknown[]) => unknown, input: unknown[]): unknown {
    const [text, values, ...rest] = input;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return send(...input);
    const name = this.#nameOf(text);
    if (name === undefined) return send(...input);
    const answer = send({ text, name, values }, ...rest);
    if (answer instanceof Promise) answer.catch((error: unknown) => this.#forgetIfOutdated(error, text));
    return answer;
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MOST_PREPARED || text.startsWith(PLAN_ANEW)) return undefined;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < USES_BEFORE) {
      if (this.#uses.size >= MOST_COUNTED) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    this.#namesGiven += 1;
    const name = `prepared_${this.#namesGiven}`;
    this.#names.set(text, name);
    return name;
  }

  /** "cached plan must not change result type": a migration changed a column. The next attempt prepares it anew. */
  #forgetIfOutdated(error: unknown, text: string): void {
    if ((error as { code?: unknown }).code === '0A000') this.#names.delete(text);
  }
}
