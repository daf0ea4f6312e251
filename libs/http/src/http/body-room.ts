import { finished, type Writable } from 'node:stream';

/** Shorter bodies never wait: a call of 300 segments has 54 kB. */
const SMALL_BYTES = 64 * 1024;

interface Waiting {
  readonly bytes: number;
  readonly enter: () => void;
}

/**
 * Room for so many bytes of bodies from when they are parsed until they are answered. A parsed body takes several times its size, and a
 * heap that is full ends the process with all requests in it. First come, first served.
 */
export class BodyRoom {
  readonly #waiting = new Set<Waiting>();

  constructor(private freeBytes: number) {}

  /** Resolves when there is room, which is kept until `answer` is sent or its client gone. Never resolves for a client that went before. */
  enter(bytes: number, answer: Writable): Promise<void> {
    if (bytes <= SMALL_BYTES) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = { bytes, enter: resolve };
      this.#waiting.add(waiting);
      this.#admit();
      finished(answer, () => {
        if (!this.#waiting.delete(waiting)) this.freeBytes += bytes;
        this.#admit();
      });
    });
  }

  #admit(): void {
    for (const waiting of this.#waiting) {
      if (waiting.bytes > this.freeBytes) return;
      this.#waiting.delete(waiting);
      this.freeBytes -= waiting.bytes;
      waiting.enter();
    }
  }
}
