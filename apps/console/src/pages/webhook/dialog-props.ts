import type { Webhook } from '../../api/webhooks.ts';

export interface DialogProps {
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}
