import { readFileSync } from 'node:fs';
import path from 'node:path';
import { consumedTopics, dlqTopicOf, parkingServices, publishedTopics } from '@ci/contracts';

const file = path.resolve(import.meta.dirname, '../../../../docs/deployment.md');

/** docs/deployment.md, the table of rights on a broker with access control: the names in each of its cells, by service. */
const [, table = ''] = /^(\| service +\| `Write` on topics [^]*?)\n\n/m.exec(readFileSync(file, 'utf8')) ?? [];
const rows = table
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, service = '', ...cells]) => ({ service, rights: cells.slice(0, 3).map(namesIn) }));

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).sort();
}

describe('the table of the rights that each service needs on Kafka', () => {
  it('has a row for each service that sends or consumes, and one for who creates the topics', () => {
    expect(rows.map(({ service }) => service)).toEqual([...parkingServices, 'the topics command']);
  });

  it.each(parkingServices)('says of %s what the contracts say', (service) => {
    const [write, read, group] = rows.find((row) => row.service === service)?.rights ?? [];
    expect([service, { write, read, group }]).toEqual([
      service,
      {
        write: [...publishedTopics[service], dlqTopicOf(service)].sort(),
        read: [...consumedTopics[service]].sort(),
        group: [service],
      },
    ]);
  });
});
