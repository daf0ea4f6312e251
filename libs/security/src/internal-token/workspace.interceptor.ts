import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { inWorkspace } from '@ci/database';
import { findCaller } from './caller.ts';

/** Answers each request in the workspace of its caller: the database shows it that one, whatever a statement asks for. */
@Injectable()
export class WorkspaceInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const caller = findCaller(context.switchToHttp().getRequest<FastifyRequest>());
    // Without a caller, on a public route, no workspace is set, and no row is found.
    return caller === undefined ? next.handle() : inWorkspace(caller.workspace.id, () => next.handle());
  }
}
