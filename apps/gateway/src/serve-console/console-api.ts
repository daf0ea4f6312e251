import type { RateLimits } from '../limit-rates/rate-limits.ts';
import type { ConsoleEndpoint } from './console-endpoint.ts';
import { memberEndpoints, type ManagingMembers } from './member-endpoints.ts';
import { sessionEndpoints, type SigningIn } from './session-endpoints.ts';
import { settingsEndpoints } from './settings-endpoints.ts';

/** The console's own endpoints, and what all of them are counted by. */
export class ConsoleApi {
  readonly endpoints: readonly ConsoleEndpoint[];
  readonly limits: RateLimits;

  constructor(parts: SigningIn & ManagingMembers) {
    this.limits = parts.limits;
    this.endpoints = [...sessionEndpoints(parts), ...memberEndpoints(parts), ...settingsEndpoints(parts.worker)];
  }
}
