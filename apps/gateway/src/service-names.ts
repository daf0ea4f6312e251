/** The services behind the gateway; each is also an audience of the internal token. */
export const serviceNames = ['ingestion', 'summarization', 'contacts', 'webhooks'] as const;

export type ServiceName = (typeof serviceNames)[number];
