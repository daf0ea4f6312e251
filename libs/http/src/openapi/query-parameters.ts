import type { JsonSchema } from '@ci/validation';
import { ApiQuery, type ApiQueryOptions } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import type { DtoClass } from '../validation/dto-check.ts';
import { fieldRules } from '../validation/field-rules.ts';

type Constraints = readonly unknown[];

/** What a rule of class-validator says of a value. Rules of our own say it themselves: `ValidateBy(…, { context: { schema } })`. */
const schemasOfRules: Readonly<Record<string, (constraints: Constraints) => JsonSchema>> = {
  isString: () => ({ type: 'string' }),
  isIn: ([values]) => ({ type: 'string', enum: [...(values as readonly string[])] }),
  isNotEmpty: () => ({ minLength: 1 }),
  maxLength: ([length]) => ({ maxLength: length }),
  matches: ([pattern]) => ({ type: 'string', pattern: (pattern as RegExp).source }),
};

/** Describes the query parameters that this class checks. */
export function ApiQueryOf(dto: DtoClass<object>): MethodDecorator {
  return (prototype, method, descriptor) => {
    for (const parameter of queryParametersOf(dto)) ApiQuery(parameter)(prototype, method, descriptor);
  };
}

/** The query parameters that a class checks, as OpenAPI describes them. */
export function queryParametersOf(dto: DtoClass<object>): ApiQueryOptions[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const { defaults, descriptions, repeatable } = fieldRules(dto.prototype as object);
  const initial = new dto() as Readonly<Record<string, unknown>>;
  return [...Map.groupBy(rules, ({ propertyName }) => propertyName)].map(([name, own]) => {
    const value = Object.assign({}, ...own.map(schemaOfRule)) as JsonSchema;
    const fallback = defaults.get(name) ?? initial[name];
    const description = descriptions.get(name);
    return {
      name,
      required: fallback === undefined && !own.some((rule) => rule.name === 'isOptional'),
      ...(description === undefined ? {} : { description }),
      schema: {
        ...(repeatable.has(name) ? { type: 'array', items: value } : value),
        ...(fallback === undefined ? {} : { default: fallback }),
      },
    };
  });
}

function schemaOfRule(rule: {
  readonly name?: string;
  readonly constraints?: Constraints;
  readonly context?: unknown;
}) {
  const { schema } = (rule.context ?? {}) as { readonly schema?: JsonSchema };
  return schema ?? schemasOfRules[rule.name ?? '']?.(rule.constraints ?? []) ?? {};
}
