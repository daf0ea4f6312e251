import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DomainError, invalidRequest } from '@ci/domain';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { limitedBody } from '../proxy/limited-body.ts';

/** The largest body: a token, a name, an address, a password. */
const MAX_BODY_BYTES = 16 * 1024;

/** Reads the body, which the gateway leaves a stream, as JSON, when the guards have let the request in. None is an empty object. */
@Injectable()
export class SmallJsonInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.body = (await bodyOf(request)) ?? {};
    return next.handle();
  }
}

async function bodyOf({ body, headers }: FastifyRequest): Promise<unknown> {
  if (body === undefined || body === null) return undefined;
  // A form of another site can not send this type.
  if (headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json')
    throw new DomainError('unsupported_media_type');
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const json = await text(limitedBody(body as Readable, MAX_BODY_BYTES)).catch((error: unknown) => {
    throw error instanceof DomainError ? tooLarge() : notJson('is not complete');
  });
  if (json === '') return undefined;
  try {
    return JSON.parse(json);
  } catch {
    throw notJson('is not valid JSON');
  }
}

function tooLarge(): DomainError {
  return new DomainError('payload_too_large', 'The request body is larger than 16 kB.');
}

function notJson(problem: string): DomainError {
  return invalidRequest([{ field: 'body', message: problem }]);
}
