import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import {
  coachingExample,
  eventContracts,
  eventExamples,
  openApiSchemas,
  resourceExamples,
  topicDeclarations,
  webhookExamples,
  webhookPayloadSchemas,
  withoutNames,
} from './index.ts';
import * as answers from './bodies/answers.ts';
import * as changeActionItem from './bodies/change-action-item.ts';
import * as changeCall from './bodies/change-call.ts';
import * as createCall from './bodies/create-call.ts';
import * as webhookBodies from './bodies/webhook-bodies.ts';

const bodiesAndAnswers = { ...changeActionItem, ...changeCall, ...createCall, ...webhookBodies, ...answers };

const ajv = addFormats.default(
  new Ajv2020.default({ allErrors: true, strict: true, strictTypes: false }).addVocabulary(['components']),
);

describe('integration events', () => {
  it.each(Object.entries(eventContracts))('the example of %s fits its schema', (topic, { schema }) => {
    const validate = ajv.compile(schema);
    expect([validate(eventExamples[topic as keyof typeof eventExamples]), validate.errors]).toEqual([true, null]);
  });

  it.each(Object.entries(eventContracts))('the key of %s stands where the contract says', (topic, { keyAt }) => {
    const example: unknown = eventExamples[topic as keyof typeof eventExamples];
    const key = keyAt.split('.').reduce((inner, name) => (inner as Record<string, unknown>)[name], example);
    expect(key).toEqual(expect.stringMatching(/./));
  });

  it('a consumer of an older release accepts fields that it does not know', () => {
    const validate = ajv.compile(eventContracts['call.deleted'].schema);
    expect(validate({ ...eventExamples['call.deleted'], reason: 'asked for' })).toBe(true);
  });

  it('an event without a field that readers need is refused', () => {
    const { call: _call, ...rest } = eventExamples['call.ended'];
    expect(ajv.validate(eventContracts['call.ended'].schema, rest)).toBe(false);
  });

  it('every event type has a topic of the same name with 12 partitions', () => {
    expect(topicDeclarations.map(({ name, partitions }) => [name, partitions])).toEqual(
      Object.keys(eventContracts).map((name) => [name, 12]),
    );
  });
});

describe('the coaching of a call', () => {
  it('has in its example points that add up', () => {
    const { score, criteria } = coachingExample;
    expect(criteria.reduce((sum, { points }) => sum + points, 0)).toBe(score);
    expect(criteria.reduce((sum, { max_points }) => sum + max_points, 0)).toBe(100);
  });
});

describe('the bodies of requests and answers', () => {
  it.each(Object.entries(bodiesAndAnswers))('the example of %s fits it', (_name, schema) => {
    const { examples } = schema as { readonly examples?: readonly unknown[] };
    const validate = ajv.compile(withoutNames(schema as TSchema));
    expect([examples?.length, validate(examples?.[0]), validate.errors]).toEqual([1, true, null]);
  });

  it.each(Object.entries(resourceExamples))('the example of the resource %s fits its schema', (name, example) => {
    const validate = ajv.compile({ $ref: `#/components/schemas/${name}`, components: { schemas: openApiSchemas } });
    expect([validate(example), validate.errors]).toEqual([true, null]);
  });
});

describe('webhook payloads', () => {
  it.each(Object.entries(webhookPayloadSchemas))('the example of %s fits its schema', (type, schema) => {
    const validate = ajv.compile(schema);
    expect([validate(webhookExamples[type as keyof typeof webhookExamples]), validate.errors]).toEqual([true, null]);
  });

  it('no payload carries a transcript', () => {
    expect(JSON.stringify(webhookPayloadSchemas)).not.toMatch(/"transcript"|"segments"/);
  });
});

describe('openApiSchemas', () => {
  it('refers to parts by name and holds every part that it refers to', () => {
    const references = [...JSON.stringify(openApiSchemas).matchAll(/#\/components\/schemas\/(\w+)/g)].map((m) => m[1]);
    expect(references).toContain('Segment');
    expect(Object.keys(openApiSchemas)).toEqual(expect.arrayContaining(references));
    expect(JSON.stringify(openApiSchemas)).not.toContain('$id');
  });
});
