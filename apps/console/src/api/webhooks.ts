import { answerOf, type Page, type paths, type Resource } from '@ci/client/browser';
import { queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { apiV1 } from './api-v1.ts';
import { endless } from './endless.ts';
import { refreshAfter, refreshAfterDeliveries, refreshAfterRecoveries } from './refresh-while-pending.ts';

type BodyOf<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : never;

export type Webhook = Resource<'WebhookEndpoint'>;
export type Delivery = Resource<'Delivery'>;
export type DeliveryDetail = Resource<'DeliveryDetail'>;
export type DeliveryAttempt = Resource<'DeliveryAttempt'>;
export type Recovery = Resource<'WebhookRecovery'>;
export type SubscribedEvent = Webhook['events'][number];
export type EventType = Delivery['event_type'];
export type WebhookChange = NonNullable<BodyOf<paths['/webhooks/{id}']['patch']>>;
export type NewWebhook = NonNullable<BodyOf<paths['/webhooks']['post']>>;

const all = ['webhooks'] as const;
const deliveriesAtOnce = 50;

/** Every endpoint of the workspace. */
export const webhooksQuery = queryOptions({
  queryKey: [...all, 'list'],
  queryFn: ({ signal }) => answerOf(apiV1.GET('/webhooks', { signal })),
  select: ({ data }) => data,
  refetchInterval: ({ state }) =>
    refreshAfter(
      state.data?.data.map(({ health }) => health.next_attempt_at),
      Date.now(),
    ),
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, id],
    queryFn: ({ signal }) => answerOf(apiV1.GET('/webhooks/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => refreshAfter([state.data?.health.next_attempt_at], Date.now()),
  });

/** What can be subscribed to or tried, with an example of each body. */
export const eventTypesQuery = queryOptions({
  queryKey: ['webhook-event-types'],
  queryFn: ({ signal }) => answerOf(apiV1.GET('/webhooks/event-types', { signal })),
  select: ({ data }) => data,
  staleTime: Infinity,
});

export interface DeliveryFilters {
  readonly status?: Delivery['status'];
  readonly event_type?: EventType;
}

/** The log of an endpoint, newest first. */
export const deliveriesQuery = (id: string, filters: DeliveryFilters) => ({
  ...endless<Delivery>([...all, id, 'deliveries', filters], ({ cursor, signal }) =>
    answerOf(
      apiV1.GET('/webhooks/{id}/deliveries', {
        params: {
          path: { id },
          query: { ...filters, limit: deliveriesAtOnce, ...(cursor !== undefined && { cursor }) },
        },
        signal,
      }),
    ),
  ),
  refetchInterval: ({ state }: { readonly state: { readonly data: InfiniteData<Page<Delivery>> | undefined } }) =>
    refreshAfterDeliveries(state.data?.pages, Date.now()),
});

/** A delivery with the body that is sent. */
export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...all, id, 'delivery', deliveryId],
    queryFn: ({ signal }) =>
      answerOf(
        apiV1.GET('/webhooks/{id}/deliveries/{delivery_id}', {
          params: { path: { id, delivery_id: deliveryId } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => refreshAfterDeliveries(data && [{ data: [data] }], Date.now()),
  });

/** The newest recoveries of an endpoint. */
export const recoveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, id, 'recoveries'],
    queryFn: ({ signal }) =>
      answerOf(apiV1.GET('/webhooks/{id}/recoveries', { params: { path: { id }, query: { limit: 5 } }, signal })),
    select: ({ data }) => data,
    refetchInterval: ({ state }) => refreshAfterRecoveries(state.data?.data),
  });

export const registerWebhook = (body: NewWebhook) => answerOf(apiV1.POST('/webhooks', { body }));

export const changeWebhook = (id: string, body: WebhookChange) =>
  answerOf(apiV1.PATCH('/webhooks/{id}', { params: { path: { id } }, body }));

export const deleteWebhook = (id: string) => answerOf(apiV1.DELETE('/webhooks/{id}', { params: { path: { id } } }));

export const sendTest = (id: string, type: EventType) =>
  answerOf(apiV1.POST('/webhooks/{id}/test', { params: { path: { id } }, body: { type } }));

export const redeliver = (deliveryId: string) =>
  answerOf(apiV1.POST('/deliveries/{id}/redeliver', { params: { path: { id: deliveryId } } }));

/** What a recovery would send, or the recovery: the API answers either from one path. */
export async function previewRecovery(id: string, since: string): Promise<Resource<'WebhookRecoveryPreview'>> {
  return answerOf(
    apiV1.POST('/webhooks/{id}/recover', { params: { path: { id }, query: { dry_run: true } }, body: { since } }),
  );
}

export async function startRecovery(id: string, since: string): Promise<Recovery> {
  return (await answerOf(
    apiV1.POST('/webhooks/{id}/recover', { params: { path: { id } }, body: { since } }),
  )) as Recovery;
}

export const cancelRecovery = (id: string, recoveryId: string) =>
  answerOf(
    apiV1.POST('/webhooks/{id}/recoveries/{recovery_id}/cancel', {
      params: { path: { id, recovery_id: recoveryId } },
    }),
  );

/** Something about webhooks was changed: what is on the page is read again. */
export const webhooksChanged = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: all });

/** A recovery went on: the log shows its deliveries otherwise than before. */
export const recoveryWentOn = (queries: QueryClient, id: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: [...all, id, 'deliveries'] });

/** An endpoint is no more: nothing of it is asked for again. */
export async function webhookDeleted(queries: QueryClient, id: string): Promise<void> {
  queries.removeQueries({ queryKey: [...all, id] });
  await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
}
