import { invalidRequest, type ErrorDetail } from '@ci/domain';
import { Query, type PipeTransform } from '@nestjs/common';
import { ApiQueryOf } from '../openapi/query-parameters.ts';
import { checkDto, declaredFields, type DtoClass } from '../validation/dto-check.ts';
import { fieldRules, type FieldRules } from '../validation/field-rules.ts';
import { checkedParameter } from './checked-parameter.ts';
import { findUnstorable, joinPath } from '@ci/validation';

/** The query string, checked and described by a DTO: `@QueryOf(ListCalls) query: ListCalls`. */
export function QueryOf(dto: DtoClass<object>): ParameterDecorator {
  return checkedParameter(Query(queryPipe(dto)), ApiQueryOf(dto));
}

/** Checks a query string by a DTO. Unknown and repeated parameters are named in the 400. */
export function queryPipe<T extends object>(dto: DtoClass<T>): PipeTransform<unknown, T> {
  const fields = declaredFields(dto);
  const rules = fieldRules(dto.prototype as object);
  return {
    transform(query: unknown): T {
      const { plain, details } = readParameters(query, fields, rules);
      const checked = checkDto(dto, plain);
      const wrong = new Set(details.map(({ field }) => field));
      const all = [...details, ...checked.details.filter(({ field }) => !wrong.has(field))];
      if (all.length > 0) throw invalidRequest(all);
      return checked.value;
    },
  };
}

/** A query string without parameters: `@QueryOf(NoQuery)` refuses all of them, for routes that have none. */
export class NoQuery {
  declare readonly none?: never;
}

function readParameters(query: unknown, fields: ReadonlySet<string>, rules: FieldRules) {
  const plain: Record<string, unknown> = Object.fromEntries(rules.defaults);
  const details: ErrorDetail[] = [];
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, string | string[]>)) {
    const problem = problemOf(name, value, fields, rules);
    if (problem !== undefined) details.push({ field: joinPath([name]), message: problem });
    // Clients that build their URLs from a template send `cursor=` for the first page.
    else if (!(name === 'cursor' && value === '')) plain[name] = rules.repeatable.has(name) ? [value].flat() : value;
  }
  return { plain, details };
}

function problemOf(
  name: string,
  value: string | string[],
  fields: ReadonlySet<string>,
  rules: FieldRules,
): string | undefined {
  if (!fields.has(name)) return 'is not a known parameter';
  if (Array.isArray(value) && !rules.repeatable.has(name)) return 'must be given only once';
  return findUnstorable(value)?.message;
}
