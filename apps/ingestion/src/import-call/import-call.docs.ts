import { applyDecorators } from '@nestjs/common';
import { ApiQuery, type ApiBodyOptions, type ApiQueryOptions } from '@nestjs/swagger';
import { dryRunParameter } from '../record-call/record-call.docs.ts';
import { importFormats } from './import-call.dto.ts';

const text = { type: 'string' } as const;
const optional = (name: string, description: string): ApiQueryOptions => ({
  name,
  required: false,
  description,
  schema: text,
});

/** Where a form is sent they are its fields, and the file is its part `file`. */
export function ApiImportParameters(): MethodDecorator {
  const parameters: ApiQueryOptions[] = [
    { name: 'rep_id', required: true, description: 'User ID of the sales rep.', schema: text },
    {
      name: 'started_at',
      required: true,
      description: 'When the call began: RFC 3339 with a zone.',
      schema: { ...text, format: 'date-time' },
    },
    optional('rep_name', 'The name of the rep, as the file may have it.'),
    optional('rep_email', 'The e-mail address of the rep.'),
    optional('prospect_email', 'The e-mail address of the prospect.'),
    optional('prospect_name', 'The name of the prospect.'),
    optional('company', 'The company of the prospect.'),
    optional('external_id', 'The id of the call in the tool it comes from.'),
    optional('source', 'The tool it comes from.'),
    optional('timezone', 'IANA time zone; else the workspace’s.'),
    {
      name: 'format',
      required: false,
      description: 'The format of the file; recognised by its shape unless given.',
      schema: { ...text, enum: [...importFormats], default: 'auto' },
    },
    {
      name: 'speaker',
      required: false,
      description: 'Which side a speaker of the file is on: `NAME:rep` or `NAME:prospect`. May be repeated.',
      schema: { type: 'array', items: text },
    },
    dryRunParameter,
  ];
  return applyDecorators(...parameters.map((parameter) => ApiQuery(parameter)));
}

export const importForm: ApiBodyOptions = {
  required: true,
  description:
    'The file as it was exported, or a form with the file as its part `file` and the parameters as its fields.',
  schema: { type: 'string', format: 'binary' },
};
