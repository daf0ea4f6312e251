import { ForRoles, WriteScopeGuard } from '@ci/security';
import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';

/** A controller whose routes are for read-write keys and owners alone, also those that only look. The gateway says so first; this is the second lock. */
export const ReadWriteController = (path: string): ClassDecorator =>
  applyDecorators(Controller(path), ApiTags('Webhooks'), ForRoles('owner'), UseGuards(WriteScopeGuard));
