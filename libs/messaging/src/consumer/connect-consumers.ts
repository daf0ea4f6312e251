import type { ArgumentsHost, ExceptionFilter, INestApplication, INestMicroservice } from '@nestjs/common';
import { Catch } from '@nestjs/common';
import type { MicroserviceOptions, NestMicroservice } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import { assertConsumedTopics } from './assert-consumed-topics.ts';
import { KafkaTransport } from './kafka-transport.ts';

/**
 * Connects the transport to the application's `@EventPattern` handlers; `app.startAllMicroservices()` starts it. In place of Nest's
 * `connectMicroservice`, which turns whatever a handler throws into "Internal server error": a version conflict could not be distinguished from
 * a poison message.
 */
export function connectConsumers(app: INestApplication, transport: KafkaTransport = app.get(KafkaTransport)): void {
  // Handlers take the filters that are there when they are registered, so the registration has to wait for ours.
  const consumers = app.connectMicroservice<MicroserviceOptions>(
    { strategy: transport },
    { deferInitialization: true },
  ) as INestMicroservice & Registration;
  consumers.useGlobalFilters(new Rethrow());
  consumers.registerListeners();
  assertConsumedTopics(transport.service, transport.handlers.topics);
  consumers.setIsInitialized(true);
  consumers.setIsInitHookCalled(true); // the hooks are the application's
  transport.trustErrors();
}

/** What Nest's own connectMicroservice does after it has made the microservice; public methods, but not of the interface. */
type Registration = Pick<NestMicroservice, 'registerListeners' | 'setIsInitialized' | 'setIsInitHookCalled'>;

/** Lets errors of handlers through as they are. */
@Catch()
class Rethrow implements ExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    return throwError(() => error);
  }
}
