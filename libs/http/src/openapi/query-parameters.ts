import type { JsonSchema } from '@ci/validation';
import { applyDecorators } from '@nestjs/common';
import { ApiQuery, type ApiQueryOptions } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import type { DtoClass } from '../validation/dto-check.ts';
import { fieldRules } from '../validation/field-rules.ts';

type Constraints = readonly unknown[];

/** As class-validator keeps it. */
interface Rule {
  readonly propertyName: string;
  readonly name?: string;
  readonly constraints?: Constraints;
  readonly context?: unknown;
}

/** What a rule of class-validator says of a value. Our own rules say it themselves: `ValidateBy(…, { context: { schema } })`. */
const schemasOfRules: Readonly<Record<string, (constraints: Constraints) => JsonSchema>> = {
  isOptional: () => ({}),
  isString: () => ({ type: 'string' }),
  isIn: ([values]) => ({ type: 'string', enum: [...(values as readonly string[])] }),
  isNotEmpty: () => ({ minLength: 1 }),
  maxLength: ([length]) => ({ maxLength: length }),
  matches: ([pattern]) => ({ type: 'string', pattern: (pattern as RegExp).source }),
};

/** Describes the query parameters that this class checks. */
export function ApiQueryOf(dto: DtoClass<object>): MethodDecorator {
  return applyDecorators(...queryParametersOf(dto).map((parameter) => ApiQuery(parameter)));
}

/** The query parameters that a class checks, as OpenAPI describes them. Throws where the description would lack something. */
export function queryParametersOf(dto: DtoClass<object>): ApiQueryOptions[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const { defaults, repeatable, texts } = fieldRules(dto.prototype as object);
  const initial = new dto() as Readonly<Record<string, unknown>>;
  return [...Map.groupBy(rules, ({ propertyName }) => propertyName)].map(([name, own]) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`${dto.name}.${name} has no @Description.`);
    const value = Object.assign({}, ...own.map((rule) => schemaOfRule(dto, rule))) as JsonSchema;
    const fallback = defaults.get(name) ?? initial[name];
    return {
      name,
      required: fallback === undefined && !own.some((rule) => rule.name === 'isOptional'),
      description: text.description,
      schema: {
        ...(repeatable.has(name) ? { type: 'array', items: value } : value),
        ...(fallback === undefined ? {} : { default: fallback }),
        example: text.example,
      },
    };
  });
}

function schemaOfRule(dto: DtoClass<object>, { name = 'without a name', constraints = [], ...rule }: Rule): JsonSchema {
  const { schema = schemasOfRules[name]?.(constraints) } = (rule.context ?? {}) as { readonly schema?: JsonSchema };
  if (schema !== undefined) return schema;
  const place = `${dto.name}.${rule.propertyName}`;
  throw new Error(
    `The rule ${name} of ${place} says no schema: name it in schemasOfRules, or give it { context: { schema } }.`,
  );
}
