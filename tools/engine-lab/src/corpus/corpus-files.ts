import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Annotation } from './annotation.ts';
import type { WrittenCall } from './written-call.ts';

/** A call of the corpus; most have one annotation, a tenth a second one that was made without knowledge of the first. */
export type CorpusCall = WrittenCall & { readonly annotations: readonly Annotation[] };

export const corpusFolder = join(import.meta.dirname, '../../corpus/calls');

export function readCorpus(): readonly CorpusCall[] {
  return readdirSync(corpusFolder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(corpusFolder, file), 'utf8')) as CorpusCall);
}

/** JSON with each person, segment and entry of an annotation on a separate line, so that a change can be read. */
export function asJson({ annotations, ...call }: CorpusCall): string {
  const annotated = annotations.map((one) => `{\n${fieldsOf(one, '      ')}\n    }`);
  return `{\n${fieldsOf(call, '  ')},\n  "annotations": [\n    ${annotated.join(',\n    ')}\n  ]\n}\n`;
}

function fieldsOf(value: object, indent: string): string {
  return Object.entries(value)
    .map(([name, field]) => `${indent}${JSON.stringify(name)}: ${fieldText(field, indent)}`)
    .join(',\n');
}

function fieldText(field: unknown, indent: string): string {
  const entries = Array.isArray(field) && field.some((one) => typeof one === 'object') ? field : undefined;
  if (entries === undefined) return JSON.stringify(field);
  return `[\n${entries.map((one) => `${indent}  ${JSON.stringify(one)}`).join(',\n')}\n${indent}]`;
}
