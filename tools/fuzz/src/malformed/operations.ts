import type { Address } from './exchange.ts';

/** An operation that may be sent a body. */
export interface WriteOperation {
  readonly method: string;
  /** With ids that do not exist. */
  readonly path: string;
  /** A good body by media type; none where the operation takes none. */
  readonly bodies: Readonly<Record<string, unknown>>;
}

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly requestBody?: { readonly content: Readonly<Record<string, Media>> } }>>
    >
  >;
}

/** What the system's own document says may be sent a body. */
export async function writeOperations({ host, port }: Address): Promise<WriteOperation[]> {
  const answer = await fetch(`http://${host}:${port}/v1/openapi.json`);
  const { paths } = (await answer.json()) as Document;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'get' && method !== 'parameters')
      .map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        path: `/v1${path.replaceAll(/\{[^}]+\}/g, 'nobody')}`,
        bodies: Object.fromEntries(
          Object.entries(requestBody?.content ?? {}).map(([type, media]) => [type, exampleIn(media)]),
        ),
      })),
  );
}

function exampleIn({ example, examples }: Media): unknown {
  return example ?? Object.values(examples ?? {})[0]?.value;
}
