import { applyDecorators } from '@nestjs/common';
import { ApiQuery, type ApiQueryOptions } from '@nestjs/swagger';
import { dryRunParameter } from '../record-call/record-call.docs.ts';
import { importFormats } from './import-call.dto.ts';

const text = { type: 'string' } as const;
const optional = (name: string, maxLength: number, description: string): ApiQueryOptions => ({
  name,
  required: false,
  description,
  schema: { ...text, maxLength },
});

/** Where a form is sent they are its fields, and the file is its part `file`. */
export function ApiImportParameters(): MethodDecorator {
  const parameters: ApiQueryOptions[] = [
    {
      name: 'rep_id',
      required: true,
      description: 'User ID of the sales rep.',
      schema: { ...text, minLength: 1, maxLength: 200 },
    },
    {
      name: 'started_at',
      required: true,
      description: 'When the call began: RFC 3339 with a zone.',
      schema: { ...text, format: 'date-time' },
    },
    optional('rep_name', 200, 'The name of the rep, as the file may have it.'),
    optional('rep_email', 320, 'Email address of the rep.'),
    optional('prospect_email', 320, 'Email address of the prospect.'),
    optional('prospect_name', 200, 'The name of the prospect.'),
    optional('company', 200, 'The company of the prospect.'),
    optional('external_id', 200, 'The id of the call in the tool it comes from.'),
    optional('source', 100, 'The tool it comes from.'),
    optional('timezone', 100, 'IANA time zone; else the workspace’s.'),
    {
      name: 'format',
      required: false,
      description: 'Format of the file. `auto` recognizes it by its shape.',
      schema: { ...text, enum: [...importFormats], default: 'auto' },
    },
    {
      name: 'speaker',
      required: false,
      description: 'Side of a speaker in the file: `NAME:rep` or `NAME:prospect`. May be repeated.',
      schema: { type: 'array', items: { ...text, pattern: '^.+:(rep|prospect)$' } },
    },
    dryRunParameter,
  ];
  return applyDecorators(...parameters.map((parameter) => ApiQuery(parameter)));
}

const webVtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.200\nAnn Reed: Thanks for taking the time today.\n';
const subRip = '1\n00:00:01,000 --> 00:00:04,200\nAnn Reed: Thanks for taking the time today.\n';

/** Types whose files can be recognized. JSON is read as well, and refused with the list of formats. */
export const importBody = {
  required: true,
  description: 'The file as it was exported, or a form with the file as its part `file`.',
  content: {
    'text/vtt': { schema: text, example: webVtt },
    'application/x-subrip': { schema: text, example: subRip },
    'text/plain': { schema: text, example: webVtt },
    'application/octet-stream': { schema: { ...text, format: 'binary' }, example: webVtt },
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: {
          file: { ...text, format: 'binary', description: 'The file as it was exported.', examples: [webVtt] },
        },
        additionalProperties: { ...text, description: 'Parameters may be fields of the form in place of the query.' },
      },
      example: { file: webVtt },
    },
  },
};
