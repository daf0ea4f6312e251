import { compileSchema, type FurtherProblems } from '@ci/validation';
import { Body, Inject, Injectable, type PipeTransform } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ApiJsonBody } from '../openapi/api-decorators.ts';
import { checkedParameter } from './checked-parameter.ts';

/** What else is said of a body. */
export interface BodyDetails {
  /** Default: true. */
  readonly required?: boolean;
  /** Finds what the schema cannot say, or is the injection token of what finds it. */
  readonly further?: FurtherProblems | symbol;
}

/** The JSON body, checked and described by one schema: `@BodyOf(ChangeCallSchema) body: ChangeCall`. Unknown fields are ignored. */
export function BodyOf(schema: object, { required = true, further }: BodyDetails = {}): ParameterDecorator {
  const check = compileSchema<unknown>({ ...schema });

  @Injectable()
  class CheckedBody implements PipeTransform {
    constructor(@Inject(ModuleRef) private readonly module: ModuleRef) {}

    transform(body: unknown): unknown {
      const problems = typeof further === 'symbol' ? this.module.get<FurtherProblems>(further) : further;
      return check(body === undefined && !required ? {} : body, problems);
    }
  }

  return checkedParameter(Body(CheckedBody), ApiJsonBody(schema, { required }));
}
