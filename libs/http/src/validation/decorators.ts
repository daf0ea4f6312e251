import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy, type ValidationOptions } from 'class-validator';
import { parseInstant, type JsonSchema } from '@ci/validation';
import { ownFieldRules } from './field-rules.ts';

const MAX_PAGE_LIMIT = 100;
const DEFAULT_PAGE_LIMIT = 20;

/** A field that holds an RFC 3339 timestamp with a zone, and is a Date once it has passed. Put `@IsOptional()` beside it where it may be left out. */
export function IsInstant(options: ValidationOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (parseInstant(value) ?? value) : value)),
    ValidateBy(
      {
        name: 'isInstant',
        validator: {
          validate: (value: unknown) => value instanceof Date,
          defaultMessage: () => 'must be an RFC 3339 timestamp with a zone, such as 2026-01-02T03:04:05Z',
        },
      },
      described({ type: 'string', format: 'date-time' }, options),
    ),
  );
}

/** The `limit` of a list: 1 to 100, 20 when it is not given. */
export function IsPageLimit(options: ValidationOptions = {}): PropertyDecorator {
  return applyDecorators(
    (prototype: object, property: string | symbol) =>
      ownFieldRules(prototype).defaults.set(String(property), DEFAULT_PAGE_LIMIT),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value,
    ),
    ValidateBy(
      {
        name: 'isPageLimit',
        validator: {
          validate: (value: unknown) => typeof value === 'number' && value >= 1 && value <= MAX_PAGE_LIMIT,
          defaultMessage: () => `must be a whole number from 1 to ${MAX_PAGE_LIMIT}`,
        },
      },
      described({ type: 'integer', minimum: 1, maximum: MAX_PAGE_LIMIT }, options),
    ),
  );
}

/** A query parameter that is `true` or `false`, and a boolean once it has passed. */
export function IsFlag(options: ValidationOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    ValidateBy(
      {
        name: 'isFlag',
        validator: {
          validate: (value: unknown) => typeof value === 'boolean',
          defaultMessage: () => 'must be true or false',
        },
      },
      described({ type: 'boolean' }, options),
    ),
  );
}

/** A query parameter that may be given several times; its value is always an array. */
export function Repeatable(): PropertyDecorator {
  return (prototype, property) => {
    ownFieldRules(prototype).repeatable.add(String(property));
  };
}

/** What the API description says of a query parameter, with an example. */
export function Description(description: string, example: unknown): PropertyDecorator {
  return (prototype, property) => {
    ownFieldRules(prototype).texts.set(String(property), { description, example });
  };
}

/** What passes the rule, for the API description (`queryParametersOf`). */
function described(schema: JsonSchema, options: ValidationOptions): ValidationOptions {
  return { ...options, context: { schema } };
}
