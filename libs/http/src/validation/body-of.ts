import { compileSchema } from '@ci/validation';
import { Body } from '@nestjs/common';
import { ApiJsonBody, type BodyDetails } from '../openapi/api-decorators.ts';
import { checkedParameter } from './checked-parameter.ts';

/** The JSON body, checked and described by one schema: `@BodyOf(ChangeCallSchema) body: ChangeCall`. Unknown fields are ignored. */
export function BodyOf(schema: object, details: BodyDetails = {}): ParameterDecorator {
  const check = compileSchema<unknown>({ ...schema });
  const transform = (body: unknown): unknown => check(body === undefined && details.required === false ? {} : body);
  return checkedParameter(Body({ transform }), ApiJsonBody(schema, details));
}
