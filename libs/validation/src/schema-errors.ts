import type { ErrorDetail } from '@ci/domain';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { joinPath } from './unstorable-text.ts';

/** ajv's errors as details: one field once, named like `transcript[3].start_ms`, alternatives put into one sentence. */
export function schemaErrorDetails(value: unknown, errors: readonly ErrorObject[]): ErrorDetail[] {
  const messages = new Map<string, string[]>();
  const alternatives = new Map<string, ErrorObject[]>();
  for (const error of errors) {
    if (GROUPING_KEYWORDS.has(error.keyword)) continue;
    const field = fieldOf(value, error);
    const before = messages.get(field) ?? [];
    if (BRANCH.test(error.schemaPath)) alternatives.set(field, [...(alternatives.get(field) ?? []), error]);
    // The allowed values say more than their type, and the first message of a field counts.
    else if ('allowedValues' in error.params || 'allowedValue' in error.params)
      messages.set(field, [messageOf(error), ...before]);
    else messages.set(field, [...before, messageOf(error)]);
  }
  for (const [field, branches] of alternatives)
    messages.set(field, [...(messages.get(field) ?? []), oneOfMessage(branches)]);
  return [...messages].flatMap(([field, texts]) => [...new Set(texts)].map((message) => ({ field, message })));
}

/** These only say that something inside failed; what failed has its own error. */
const GROUPING_KEYWORDS = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not', 'propertyNames']);
const BRANCH = /\/(?:anyOf|oneOf)\/\d+\//;

function fieldOf(value: unknown, error: ErrorObject): string {
  const path: (string | number)[] = [];
  let parent = value;
  for (const escaped of error.instancePath.split('/').slice(1)) {
    const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    // Only the body itself tells `[3]` from a property that is called "3".
    path.push(Array.isArray(parent) ? Number(step) : step);
    parent = typeof parent === 'object' && parent !== null ? (parent as Record<string, unknown>)[step] : undefined;
  }
  const { missingProperty, additionalProperty } = error.params as Record<string, unknown>;
  const name = missingProperty ?? additionalProperty ?? error.propertyName;
  return joinPath(typeof name === 'string' ? [...path, name] : path);
}

function messageOf(error: ErrorObject): string {
  const { allowedValues, allowedValue, type, format } = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'enum':
      return `must be one of ${listed(allowedValues)}`;
    case 'const':
      return `must be ${JSON.stringify(allowedValue)}`;
    case 'type':
      return `must be ${article(type)}`;
    case 'format':
      return format === 'date-time' ? 'must be an RFC 3339 timestamp with a zone' : `must be a valid ${String(format)}`;
    case 'pattern':
      return 'does not have the right form';
    default:
      return error.message?.replace('must NOT', 'must not') ?? 'is invalid';
  }
}

/** One sentence for a field none of whose alternatives fits: `must be one of won, lost` or `must be a string or null`. */
function oneOfMessage(branches: readonly ErrorObject[]): string {
  const constants = branches
    .filter((error) => error.keyword === 'const')
    .map((error) => (error.params as { allowedValue: unknown }).allowedValue);
  const others = branches.filter((error) => error.keyword !== 'const').map(messageOf);
  const texts = [...(constants.length === 0 ? [] : [`must be one of ${listed(constants)}`]), ...others];
  const [first = 'is invalid', ...rest] = [...new Set(texts)];
  return [first, ...rest.map((text) => text.replace(/^must be (?:one of )?/, ''))].join(' or ');
}

function listed(values: unknown): string {
  return [values]
    .flat()
    .map((value) => (typeof value === 'string' ? value : value === null ? 'or null' : JSON.stringify(value)))
    .join(', ');
}

function article(type: unknown): string {
  const names = Array.isArray(type) ? type.map(String) : [String(type)];
  return names.map((name) => (name === 'null' ? 'null' : `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`)).join(' or ');
}
