import { readFile } from 'node:fs/promises';
import path from 'node:path';

const services = ['gateway', 'ingestion', 'summarization', 'contacts', 'webhooks'];

/** The variables of every service, from the tables that the services' configurations make. */
export async function variablesPage(workspace: string): Promise<string> {
  const sections = services.map(async (service) => {
    const readme = await readFile(path.join(workspace, 'apps', service, 'README.md'), 'utf8');
    const [, table = ''] = /<!-- variables: [^>]*-->\n+((?:\|.*\n)+)/.exec(readme) ?? [];
    return `## ${service}\n\n${table}`;
  });
  return [
    '# Variables',
    'Set these variables in the environment of each service. Give any of them as a file with the suffix `_FILE`: `KAFKA_SASL_PASSWORD_FILE=/run/secrets/kafka` reads that file. A service refuses to start with a wrong value and names the variable.',
    ...(await Promise.all(sections)),
  ].join('\n\n');
}
