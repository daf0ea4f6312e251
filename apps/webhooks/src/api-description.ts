import { openApiSchemas } from '@ci/contracts';
import type { OpenApiFragmentOptions } from '@ci/platform';

/** What the description of the API says of this service as a whole; its controllers say the rest. */
export const apiDescription: OpenApiFragmentOptions = {
  title: 'Webhooks',
  schemas: openApiSchemas,
};
