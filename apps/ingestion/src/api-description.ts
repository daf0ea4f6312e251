import { openApiSchemas } from '@ci/contracts';
import type { OpenApiFragmentOptions } from '@ci/platform';
import { callPreviewSchema } from './record-call/call-preview.ts';

/** What the description of the API says of this service as a whole; its controllers say the rest. */
export const apiDescription: OpenApiFragmentOptions = {
  title: 'Calls',
  schemas: { ...openApiSchemas, CallPreview: callPreviewSchema },
};
