import { callerOf, DomainError } from '@ci/platform';
import {
  applyDecorators,
  Controller,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

/** A controller whose routes are for read-write keys alone, also those that only look. The gateway says so first; this is the second lock. */
export const ReadWriteController = (path: string): ClassDecorator =>
  applyDecorators(Controller(path), ApiTags('Webhooks'), UseGuards(ReadWriteGuard));

/** Runs after the global guard that finds out who the caller is. */
@Injectable()
class ReadWriteGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (callerOf(request).scope !== 'read-write') throw new DomainError('insufficient_scope');
    return true;
  }
}
