export { connectConsumers } from './consumer/connect-consumers.ts';
export type { BatchContext } from './handling/consumer-context.ts';
export type { GroupLimits } from './consumer/delivery-groups.ts';
export { KafkaTransport, type ConsumerHealth, type KafkaTransportOptions } from './consumer/kafka-transport.ts';
export type { BatchHandler } from './handling/message-handlers.ts';
export { decodeEnvelope, encodeEnvelope, type RawRecord, type ReceivedMessage } from './envelope/envelope.ts';
export { dropParkedMessages, withdrawMessages, type MessagesOfKey } from './erasing/erase-messages.ts';
export { dispositionOf, Ignore, UnreadableMessage, type Disposition } from './failure.ts';
export { OffsetOutOfRange } from './kafka/kafka-client.ts';
export { kafkaSettings, type KafkaSecurity, type KafkaSettings } from './kafka/kafka-settings.ts';
export { MessagingModule, type MessagingAsyncOptions, type MessagingOptions } from './messaging.module.ts';
export { erasingRights, messagingRights, messagingSql } from './messaging.sql.ts';
export { messageIdOf } from './envelope/message-id.ts';
export { enqueue, outboxStatement, type EnqueueOptions } from './outbox/enqueue.ts';
export { outboxOf, type OutboxOf } from './outbox/outbox-of.ts';
export type { OutgoingMessage } from './outbox/outgoing-message.ts';
export {
  countParked,
  listParked,
  showParked,
  type ParkedDetails,
  type ParkedFilter,
  type ParkedId,
  type ParkedReference,
  type ParkedSide,
  type ParkedSummary,
} from './parking/find-parked.ts';
export { recordOperatorAction, type OperatorAction } from './parking/operator-actions.ts';
export { ParkingWorker, type ParkingWorkerOptions } from './parking/parking-worker.ts';
export { revealParked } from './parking/reveal-parked.ts';
export { retryParked, type Retried, type RetryTarget } from './parking/retry-parked.ts';
export { nextAttemptAt } from './parking/schedule.ts';
export { skipParked, type OnSkipped, type Skipping, type SkipTarget } from './parking/skip-parked.ts';
export { inboxPruning, shortestInboxRetentionDays } from './pruning/inbox-pruning.ts';
export type { PruneTask } from './pruning/prune-task.ts';
export { Pruner, type PrunedRows, type PrunerOptions } from './pruning/pruner.ts';
export { pruningConfig, pruningOf, type PruningOptions } from './pruning/pruning-config.ts';
export { OutboxRelay, type OutboxRelayOptions } from './relay/outbox-relay.ts';
export { declareTopics, topicOptions, type DeclareOptions, type DeclaredTopics } from './topics/declare-topics.ts';
export { WakeablePause } from './timing/wakeable-pause.ts';
