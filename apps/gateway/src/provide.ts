import type { FactoryProvider } from '@nestjs/common';

type Class<T> = abstract new (...dependencies: never[]) => T;

/** A provider by constructor: `inject` lists what it needs. */
export function provide<T, Needs extends readonly unknown[]>(
  token: Class<T>,
  inject: { readonly [Index in keyof Needs]: Class<Needs[Index]> },
  useFactory: (...needs: Needs) => T,
): FactoryProvider {
  return { provide: token, inject: [...inject] as Class<unknown>[], useFactory: useFactory as never };
}
