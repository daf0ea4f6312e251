import type { Logger } from '@ci/observability';
import type { FastifyInstance } from 'fastify';

/** Warns once of an untrusted proxy: to the limits, all clients behind it are one address. Logs no address: it may be a person's. */
export function warnOfUntrustedProxy(instance: FastifyInstance, logger: Logger): void {
  let warned = false;
  instance.addHook('onRequest', (request, _reply, done) => {
    // Of a trusted peer alone there are more addresses than its own.
    if (!warned && request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 0) < 2) {
      warned = true;
      logger.warn(
        'X-Forwarded-For comes from a peer that TRUSTED_PROXIES does not name: all clients behind it count as one address. Name the proxy there.',
      );
    }
    done();
  });
}
