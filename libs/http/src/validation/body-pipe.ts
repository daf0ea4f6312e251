import { invalidRequest, type ErrorDetail } from '@ci/domain';
import type { PipeTransform } from '@nestjs/common';
import { checkDto, declaredFields, type DtoClass } from './dto-check.ts';
import { fieldRules } from './field-rules.ts';
import { findUnstorable } from '@ci/validation';

/** Checks a JSON body by a DTO: `@Body(bodyPipe(RegisterWebhook)) body: RegisterWebhook`. Fields nobody knows are ignored, all wrong ones are named. */
export function bodyPipe<T extends object>(dto: DtoClass<T>): PipeTransform<unknown, T> {
  const fields = declaredFields(dto);
  const { defaults } = fieldRules(dto.prototype as object);
  return {
    transform(body: unknown): T {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw invalidRequest([{ field: 'body', message: 'must be a JSON object' }]);
      }
      const unstorable = findUnstorable(body);
      // Only what is declared is looked at further: the transformer walks into everything it is given.
      const declared = Object.entries(body).filter(([name]) => fields.has(name));
      const checked = checkDto(dto, Object.fromEntries([...defaults, ...declared]));
      const details = [...(unstorable === undefined ? [] : [unstorable]), ...checked.details];
      if (details.length > 0) throw invalidRequest(details.map(nameTheBody));
      return checked.value;
    },
  };
}

function nameTheBody(detail: ErrorDetail): ErrorDetail {
  return detail.field === '' ? { ...detail, field: 'body' } : detail;
}
