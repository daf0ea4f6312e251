import { createLogger } from './logger.ts';
import { OutageLog } from './outage-log.ts';

it('is one line when it begins and one when it ends, with how often it was tried', () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const logger = createLogger({ service: 'tested', level: 'info' }, { write });
  const outage = new OutageLog(logger, { begins: 'it fails', ends: 'it works' });
  outage.worked();
  for (let attempt = 0; attempt < 50; attempt += 1) outage.failed(new Error('away'));
  expect(outage.failures).toBe(50);
  outage.worked();
  outage.worked();
  outage.failed(new Error('away'));
  expect(lines.map(({ level, msg, failures }) => [level, msg, failures])).toEqual([
    ['warn', 'it fails', undefined],
    ['info', 'it works', 50],
    ['warn', 'it fails', undefined],
  ]);
});
