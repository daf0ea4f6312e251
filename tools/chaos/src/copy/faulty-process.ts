/** What can be hurt: an instance of a service, Postgres or Kafka. */
export interface FaultyProcess {
  kill(): Promise<void>;
  stop(): Promise<unknown>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

/** An instance of a service. */
export interface FaultyInstance extends FaultyProcess {
  /** What its readiness says now; rejects when it does not answer. */
  isReady(): Promise<boolean>;
  isRunning(): boolean;
}
