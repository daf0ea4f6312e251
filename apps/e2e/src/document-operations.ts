import { readFile } from 'node:fs/promises';

/** What of an operation of docs/openapi.json tests look at. */
export interface DocumentOperation {
  readonly method: string;
  /** With names in braces. */
  readonly path: string;
  /** The example of its JSON body, where it takes one. */
  readonly body: unknown;
  readonly bodyRequired: boolean;
  /** Names of its parameters in the query. */
  readonly parameters: readonly string[];
}

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
}

type Content = Readonly<Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>>;

/** Every operation of the committed document. */
export async function documentOperations(): Promise<readonly DocumentOperation[]> {
  const file = new URL('../../../docs/openapi.json', import.meta.url);
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      body: Object.values(requestBody?.content['application/json']?.examples ?? {})[0]?.value,
      bodyRequired: requestBody?.required === true,
      parameters: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    })),
  );
}
