import { consumedTopics, parkingServices, publishedTopics, type ParkingService } from '@ci/contracts';

/** The table of the rights of each service on a broker with access control. Its last row, of the topics command, is written by hand. */
export function withRights(page: string): string {
  return replaced(page, /(?<=\n)\| service +\| `Write` on topics .*\n(\|.*\n)+/, (table) => {
    const byHand = table.trimEnd().split('\n').at(-1) ?? '';
    const rows = [
      ['service', '`Write` on topics', '`Read` on topics', '`Read` on group'],
      ...parkingServices.map((service) => [
        service,
        listed([...publishedTopics[service], `${service}.dlq`]),
        listed(consumedTopics[service]),
        listed([service]),
      ]),
      byHand
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ];
    const widthOf = (column: number) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0));
    const lines = rows.map((cells) => cells.map((cell, column) => cell.padEnd(widthOf(column))));
    const [header = [], ...others] = lines;
    const rule = header.map((cell) => '-'.repeat(cell.length));
    return [header, rule, ...others].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  });
}

/** The values of a service's chart: the lag of these topics scales it. */
export const withScaledTopics = (values: string, service: ParkingService): string =>
  replaced(values, /(?<=\n {2}topics: ).*/, () => `[${consumedTopics[service].join(', ')}]`);

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function replaced(text: string, place: RegExp, by: (found: string) => string): string {
  if (!place.test(text)) throw new Error(`the text has no ${place}`);
  return text.replace(place, by);
}
