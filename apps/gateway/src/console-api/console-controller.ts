import { invalidRequest, notFound } from '@ci/domain';
import { isId, type IdPrefix } from '@ci/ids';
import {
  applyDecorators,
  Controller,
  StandardSchemaValidationPipe,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { ConsoleGuard } from './console.guard.ts';
import { SmallJsonInterceptor } from './small-json.interceptor.ts';

/** Checks `@Body({ schema })`; `invalid_request` names every field that is wrong. */
const bodyPipe = new StandardSchemaValidationPipe({
  exceptionFactory: (issues) =>
    invalidRequest(issues.map(({ path = [], message }) => ({ field: path.map(String).join('.') || 'body', message }))),
});

/** A controller of the console's own endpoints, which are in no public document: small JSON bodies, answers that are not cached. */
export const ConsoleController = (path = ''): ClassDecorator =>
  applyDecorators(
    Controller(`console/api/${path}`),
    UseGuards(ConsoleGuard),
    UseInterceptors(SmallJsonInterceptor),
    UsePipes(bodyPipe),
  );

/** What is no id of the kind is answered like an unknown one. No pipe: pipes run at once, and a wrong body comes first. */
export function idOf(prefix: IdPrefix, id: string): string {
  if (!isId(prefix, id)) throw notFound();
  return id;
}
