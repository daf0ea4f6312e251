import { Description, IsFlag, type AnswerLinks } from '@ci/http';

/** Query of `POST /v1/webhooks/{id}/recover`. */
export class RecoverQuery {
  @Description('`true`: returns what would happen, and stores and sends nothing.', true)
  @IsFlag()
  readonly dry_run: boolean = false;
}

const idsInAnswer = { id: '$response.body#/webhook_id', recovery_id: '$response.body#/id' };

/** What may be asked of a recovery. */
export const recoveryLinks: AnswerLinks = {
  getRecovery: { operationId: 'getRecovery', parameters: idsInAnswer },
  cancelRecovery: { operationId: 'cancelRecovery', parameters: idsInAnswer },
};
