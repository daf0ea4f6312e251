import { Description, IsFlag, IsInstant, type AnswerLinks } from '@ci/http';
import { IsOptional } from 'class-validator';

/** Body of `POST /v1/webhooks/{id}/recover`. */
export class Recover {
  @IsInstant()
  readonly since!: Date;

  @IsOptional()
  @IsInstant()
  readonly until?: Date | null;
}

export class RecoverQuery {
  @Description('`true`: returns how many there are, and sends nothing.')
  @IsFlag()
  readonly dry_run: boolean = false;
}

/** For the API description; `Recover` is what checks it. */
export const recoverBodySchema = {
  type: 'object',
  required: ['since'],
  properties: {
    since: {
      type: 'string',
      format: 'date-time',
      description: 'Start of the time, inclusive: RFC 3339 with a zone, at most 30 days ago.',
      examples: ['2026-11-20T09:00:00Z'],
    },
    until: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'End of the time, inclusive. Default: now.',
      examples: ['2026-11-20T12:00:00Z'],
    },
  },
};

const idsInAnswer = { id: '$response.body#/webhook_id', recovery_id: '$response.body#/id' };

/** What may be asked of a recovery. */
export const recoveryLinks: AnswerLinks = {
  getRecovery: { operationId: 'getRecovery', parameters: idsInAnswer },
  cancelRecovery: { operationId: 'cancelRecovery', parameters: idsInAnswer },
};
