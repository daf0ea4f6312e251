import { Parser } from '@asyncapi/parser';

/** What AsyncAPI's own parser finds wrong with a document, or advises; empty when it is right. */
export async function problemsOfDocument(document: string): Promise<readonly string[]> {
  const found = await new Parser().validate(document);
  return found.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
