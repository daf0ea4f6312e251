/** The services that have an image. */
export const services = ['gateway', 'ingestion', 'summarization', 'contacts', 'webhooks'] as const;
export type Service = (typeof services)[number];

/** What a service's image holds besides the service: the gateway serves the built console and the built documentation. */
export const alsoServed: Partial<Record<Service, readonly string[]>> = {
  gateway: ['apps/console/dist/web', 'tools/docs/dist/web'],
};

export function isService(name: string): name is Service {
  return (services as readonly string[]).includes(name);
}
