import { formOfToday, goldenFiles, goldenForm, type Json } from '@ci/testing/golden';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { eventContracts, eventExamples, type TopicName } from '../index.ts';

const folder = new URL('../../golden-events/', import.meta.url);
const ajv = addFormats.default(new Ajv2020.default({ allErrors: true, strict: true, strictTypes: false }));

const topics = Object.keys(eventContracts) as TopicName[];

/** All that was ever published, and today's examples among it. */
async function goldenMessages(): Promise<ReadonlyMap<string, Json>> {
  const there = await goldenFiles({ folder, current: {} });
  const current = topics.map((topic) => {
    const example = eventExamples[topic];
    return [formOfToday(there, topic, eventContracts[topic].version, example), example] as const;
  });
  return goldenFiles({ folder, current: Object.fromEntries(current) });
}

describe('golden messages', () => {
  it('are there for each topic, in each version up to today’s, as they were sent', async () => {
    const files = await goldenMessages();
    for (const topic of topics) {
      for (let version = 1; version <= eventContracts[topic].version; version += 1) {
        expect([...files.keys()]).toContain(`${topic}.v${version}`);
      }
    }
  });

  it('of today’s version can be read by its schema: a field that was sent once is not needed later', async () => {
    for (const [name, content] of await goldenMessages()) {
      const { type, version } = goldenForm(name);
      const topic = topics.find((each) => each === type && eventContracts[each].version === version);
      if (topic === undefined) continue;
      const validate = ajv.compile(eventContracts[topic].schema);
      expect([name, validate(content), validate.errors]).toEqual([name, true, null]);
    }
  });
});
