/** The five services, in the order in which they are shown. Any order of start works. */
export const serviceNames = ['gateway', 'ingestion', 'summarization', 'contacts', 'webhooks'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The services behind the gateway: each is an audience of the internal token. */
export const innerServices = ['ingestion', 'summarization', 'contacts', 'webhooks'] as const;
export type InnerService = (typeof innerServices)[number];

/** Ports that a development machine gets unless they are busy. */
export const preferredPorts: Readonly<Record<ServiceName, number>> = {
  gateway: 8080,
  ingestion: 8081,
  summarization: 8082,
  contacts: 8083,
  webhooks: 8084,
};
