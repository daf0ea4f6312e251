import { Module, type DynamicModule } from '@nestjs/common';
import { OPERATOR_API_OPTIONS, OperatorTokenGuard, type OperatorApiOptions } from './operator-token.guard.ts';
import { ParkedMessagesController } from './parked-messages.controller.ts';

/** `/internal/parked-messages` of a service: what its operators' command line does, over HTTP and with an operator's token. */
@Module({})
export class OperatorApiModule {
  static forRoot(options: OperatorApiOptions): DynamicModule {
    return {
      module: OperatorApiModule,
      controllers: [ParkedMessagesController],
      providers: [{ provide: OPERATOR_API_OPTIONS, useValue: options }, OperatorTokenGuard],
    };
  }
}
