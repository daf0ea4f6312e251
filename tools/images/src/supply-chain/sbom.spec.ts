import path from 'node:path';
import { billOfMaterials } from './sbom.ts';

const workspace = path.resolve(import.meta.dirname, '../../../..');
const bill = (...projects: string[]) =>
  billOfMaterials({ workspace, projects, serialNumber: 'a', at: new Date('2026-11-22T00:00:00Z') });

it('lists what a service needs itself, by its libraries, and by those, and nothing that only tests need', () => {
  const { components } = bill('apps/webhooks');
  const names = new Set(components.map(({ name }) => name));
  for (const name of ['undici', 'kafkajs', '@nestjs/common', 'pg', 'pg-protocol', 'pino', 'sonic-boom'])
    expect([name, names.has(name)]).toEqual([name, true]);
  for (const name of ['jest', 'typescript', 'testcontainers', 'react', '@ci/http'])
    expect([name, names.has(name)]).toEqual([name, false]);
});

it('every component is listed once, with a version, a licence and a checksum', () => {
  const { components } = bill('apps/gateway', 'apps/summarization');
  const refs = components.map((component) => component['bom-ref']);
  expect(refs.length).toBeGreaterThan(100);
  expect(refs).toEqual([...new Set(refs)].sort());
  expect(components[0]).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/.+@\d/) as unknown,
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as unknown }],
  });
  expect(components.filter((component) => JSON.stringify(component).includes('unknown'))).toEqual([]);
});
