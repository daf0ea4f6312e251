import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { memorySettings } from './service-process.ts';

const dockerfile = readFileSync(resolve(import.meta.dirname, '../../../../docker/service.Dockerfile'), 'utf8');

describe('memory of a service', () => {
  it.each(Object.entries(memorySettings))('is the same in an image and in a measured system: %s', (name, value) => {
    const inImage = new RegExp(`^ENV .*\\b${name}=(?:"([^"]*)"|(\\S+))`, 'm').exec(dockerfile);
    expect(inImage?.[1] ?? inImage?.[2]).toBe(value);
  });
});
