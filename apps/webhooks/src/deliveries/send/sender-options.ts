import type { KeyRing } from '@ci/config';
import type { Logger } from '@ci/observability';
import type { DataSource } from 'typeorm';
import type { Clock, Random } from '../../clock.ts';
import type { MadeAttempt } from '../record/record-attempts.ts';
import type { HttpsPoster } from './https-poster.ts';

export interface DeliverySenderOptions {
  readonly dataSource: DataSource;
  readonly poster: Pick<HttpsPoster, 'post' | 'close'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly encryptionKeys: KeyRing;
  readonly logger: Logger;
  readonly maxInFlight: number;
  readonly maxInFlightPerEndpoint: number;
  /** How often to look for retries, deliveries of other instances, and deleted endpoints, none of which wakes this instance; half as often while it has no work. */
  readonly pollMs?: number;
  /** Longer than an attempt can take. After it another instance makes the attempt: this one has died. */
  readonly leaseMs?: number;
  /** How long attempts may go on when the service stops. */
  readonly drainMs?: number;
  /** Called with each attempt that was made. */
  readonly onAttempt?: (attempt: MadeAttempt) => void;
}

export function withDefaults(options: DeliverySenderOptions): Required<DeliverySenderOptions> {
  return { pollMs: 500, leaseMs: 30_000, drainMs: 5_000, onAttempt: () => undefined, ...options };
}
