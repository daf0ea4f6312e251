import { DeliveryRow } from '../deliveries/log/delivery.entity.ts';
import { WebhookFailureRow } from '../deliveries/record/webhook-failure.entity.ts';
import { WebhookEndpointRow } from '../endpoints/webhook-endpoint.entity.ts';
import { RecoveryRow } from '../recoveries/recovery.entity.ts';
import { Webhooks1763700000000 } from './migrations/1763700000000-webhooks.migration.ts';
import { WithoutForeignKeys1796710000000 } from './migrations/1796710000000-without-foreign-keys.migration.ts';
import { RefusedAppends1796800000000 } from './migrations/1796800000000-refused-appends.migration.ts';

export const entities = [WebhookEndpointRow, WebhookFailureRow, DeliveryRow, RecoveryRow];

/** All migrations, oldest first. */
export const migrations = [Webhooks1763700000000, WithoutForeignKeys1796710000000, RefusedAppends1796800000000];
