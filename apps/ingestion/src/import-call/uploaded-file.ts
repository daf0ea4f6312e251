import { DomainError, invalidRequest } from '@ci/domain';
import multipart from '@fastify/multipart';
import { MAX_BODY_BYTES, rawBodyOf } from '@ci/http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/** A file and what is said about it. */
export interface UploadedFile {
  readonly bytes: Uint8Array;
  /** How an error names the file. */
  readonly field: 'body' | 'file';
  /** By name; one that was given several times is an array. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Equal for equal uploads; absent where the body itself is there to be compared. */
  readonly fingerprint?: Uint8Array;
}

/** Lets the application read forms. */
export async function acceptForms(app: NestFastifyApplication): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: MAX_BODY_BYTES, fields: 1_000, fieldSize: 10_000, fieldNameSize: 100, files: 2, parts: 1_002 },
    isPartAFile: (name, _type, filename) => name === 'file' || filename !== undefined,
  });
}

/** The file of a request: its whole body, or the part `file` of a form whose other fields are parameters like those of the query. */
export async function readUpload(request: FastifyRequest): Promise<UploadedFile> {
  const query = request.query as Readonly<Record<string, unknown>>;
  if (!request.isMultipart()) {
    return { bytes: rawBodyOf(request) ?? new Uint8Array(), field: 'body', parameters: query };
  }
  const { file, fields } = await readForm(request);
  const fingerprint = Buffer.concat([Buffer.from(`${JSON.stringify(fields)}\0`), file]);
  return { bytes: file, field: 'file', parameters: merged([...Object.entries(query), ...fields]), fingerprint };
}

type Field = readonly [name: string, value: unknown];

async function readForm(request: FastifyRequest): Promise<{ file: Buffer; fields: Field[] }> {
  const files: Buffer[] = [];
  const fields: Field[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') files.push(await part.toBuffer());
      else if (part.valueTruncated || part.fieldnameTruncated) throw tooLong(part.fieldname);
      else fields.push([part.fieldname, part.value]);
    }
  } catch (error) {
    throw formError(error);
  }
  const [file] = files;
  if (file === undefined) throw invalidRequest([{ field: 'file', message: 'is required' }]);
  if (files.length > 1) throw invalidRequest([{ field: 'file', message: 'must be given only once' }]);
  return { file, fields };
}

/** What the plugin refuses has a separate code; what the parser beneath it throws means that the form is broken. */
function formError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_INVALID_JSON_FIELD_ERROR' || !code.startsWith('FST_')) {
    return invalidRequest([{ field: 'body', message: 'is not a valid form (multipart/form-data)' }]);
  }
  return error;
}

function tooLong(name: string): DomainError {
  return invalidRequest([{ field: name.slice(0, 100), message: 'is too long' }]);
}

function merged(entries: readonly Field[]): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of entries) values.set(name, values.has(name) ? [values.get(name), value].flat() : value);
  return Object.fromEntries(values);
}
