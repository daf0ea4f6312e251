import type { Logger, Metrics } from '@ci/observability';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import type { DataSource } from 'typeorm';
import type { Clock, Random } from '../../clock.ts';
import type { WebhooksConfig } from '../../config.ts';
import { addressPolicy } from '../../webhook-endpoint/address-policy.ts';
import { countAttempts } from './delivery-metrics.ts';
import { DeliverySender } from './delivery-sender.ts';
import { HttpsPoster } from './https-poster.ts';

/** For the whole attempt. */
const ATTEMPT_TIMEOUT_MS = 15_000;

interface SenderParts {
  readonly config: WebhooksConfig;
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: Metrics;
}

export function makeSender({ config, dataSource, logger, clock, random, metrics }: SenderParts): DeliverySender {
  const poster = new HttpsPoster({
    policy: addressPolicy(config.WEBHOOK_ALLOWED_ADDRESSES),
    ca: trustedAuthorities(config.WEBHOOK_CA_FILE),
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  });
  return new DeliverySender({
    dataSource,
    poster,
    clock,
    random,
    encryptionKeys: config.ENCRYPTION_KEYS,
    logger: logger.child({ component: 'sender' }),
    maxInFlight: config.WEBHOOK_MAX_IN_FLIGHT,
    maxInFlightPerEndpoint: config.WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT,
    onAttempt: countAttempts(metrics),
    drainMs: Math.floor(config.SHUTDOWN_TIMEOUT_MS / 2),
  });
}

/** Sends while the application runs. */
@Injectable()
export class SenderLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(DeliverySender) private readonly sender: DeliverySender) {}

  onApplicationBootstrap(): void {
    this.sender.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sender.stop();
  }
}

/** Giving a list replaces Node's own, so that goes in too, with what the machine adds to it (NODE_EXTRA_CA_CERTS). */
function trustedAuthorities(file: string | undefined): string[] {
  const system = getCACertificates('default');
  return file === undefined ? system : [...system, readFileSync(file, 'utf8')];
}
