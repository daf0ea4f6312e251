/** What is released, each alone: `release.projects` in nx.json says the same. */
export const services: readonly string[] = ['gateway', 'ingestion', 'summarization', 'contacts', 'webhooks'];
