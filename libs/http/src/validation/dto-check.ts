import type { ErrorDetail } from '@ci/domain';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { joinPath } from '@ci/validation';

/** A class whose fields carry class-validator's decorators. */
export type DtoClass<T extends object> = new () => T;

/** The fields a DTO declares. */
export function declaredFields(dto: DtoClass<object>): ReadonlySet<string> {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return new Set(metadata.map(({ propertyName }) => propertyName));
}

/** Makes the DTO of plain values and says what is wrong with it. Undeclared fields are left out. */
export function checkDto<T extends object>(
  dto: DtoClass<T>,
  plain: object,
): { readonly value: T; readonly details: ErrorDetail[] } {
  const value = plainToInstance(dto, plain);
  const errors = validateSync(value, { whitelist: true, forbidUnknownValues: false, stopAtFirstError: false });
  return { value, details: errors.flatMap(detailsOf) };
}

function detailsOf({ constraints = {}, property }: ValidationError): ErrorDetail[] {
  // Decorators run from the last one up. The first one says the most basic thing: that the field is required, or of which type it is.
  return Object.values(constraints)
    .toReversed()
    .map((text) => ({ field: joinPath([property]), message: withoutName(text, property) }));
}

/** class-validator writes `limit must be …`; the field is given separately. */
function withoutName(text: string, property: string): string {
  return text.startsWith(`${property} `) ? text.slice(property.length + 1) : text;
}
