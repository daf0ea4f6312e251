import { Module, type Provider, type Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, SELF_DECLARED_DEPS_METADATA } from '@nestjs/common/constants.js';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { openApiFragment, type OpenApiFragmentOptions } from './openapi-fragment.ts';

/**
 * The same description as the running service gives, from its controllers alone: nothing is configured, connected or even constructed, so
 * that a build can make it.
 */
export async function describeControllers(
  controllers: readonly Type[],
  options: OpenApiFragmentOptions,
): Promise<ReturnType<typeof openApiFragment>> {
  const providers = controllers.flatMap(standInsFor);
  const module = { module: Described, controllers: [...controllers], providers };
  const settings = { preview: true, abortOnError: false, logger: false } as const;
  const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), settings);
  return openApiFragment(app, options);
}

@Module({})
class Described {}

/** Nest constructs nothing in a preview, but refuses a controller whose dependencies are not provided. */
function standInsFor(controller: Type): Provider[] {
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, controller) ?? []) as readonly Type[];
  const named = (Reflect.getMetadata(SELF_DECLARED_DEPS_METADATA, controller) ?? []) as readonly Named[];
  const tokens = types.map((type, index) => named.find((each) => each.index === index)?.param ?? type);
  return tokens.map((provide) => ({ provide, useValue: undefined }));
}

/** What `@Inject(token)` notes about a parameter of a constructor. */
interface Named {
  readonly index: number;
  readonly param: Type | string | symbol;
}
