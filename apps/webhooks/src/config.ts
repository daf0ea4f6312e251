import { commaList, encryptionConfig, loadConfig, wholeNumber, type Environment } from '@ci/config';
import { serviceConfig } from '@ci/service';
import { z } from 'zod';
import { parseAddressRange } from './webhook-endpoint/address-policy.ts';

export const SERVICE = 'webhooks';

const addressRanges = () =>
  commaList().transform((entries, context) => {
    const ranges = entries.map(parseAddressRange).filter((range) => range !== undefined);
    if (ranges.length === entries.length) return ranges;
    context.addIssue({ code: 'custom', message: 'must be addresses or CIDR ranges' });
    return z.NEVER;
  });

/** Every variable of the service; its README's table is made of this. */
export const configSchema = z.object({
  ...serviceConfig(SERVICE),
  ...encryptionConfig,
  WEBHOOK_ALLOWED_ADDRESSES: addressRanges()
    .optional()
    .describe('Addresses and CIDR ranges that deliveries may go to although they are not public: `127.0.0.1/32,…`'),
  WEBHOOK_CA_FILE: z
    .string()
    .optional()
    .describe("PEM file of certificate authorities that are trusted besides the system's"),
  WEBHOOK_MAX_IN_FLIGHT: wholeNumber(1, 10_000)
    .default(4_096)
    .describe('Deliveries that one instance has at hand at the same time; one workspace has at most a quarter of them'),
  WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT: wholeNumber(1, 1_000)
    .default(32)
    .describe('Attempts of one instance at the same time on one endpoint that answers well; others have fewer'),
});
export type WebhooksConfig = Readonly<z.output<typeof configSchema>>;

export function readConfig(environment: Environment = process.env): WebhooksConfig {
  return loadConfig(configSchema, environment);
}
