import type { Evidence } from '../engine/summary-engine.ts';

/** Whether every address in a text of a model is in its quotes: a reader follows a link in a summary, whatever its source. */
export function namesOnlyAddressesSaid(text: string, evidence: readonly Evidence[]): boolean {
  const named = addressesIn(text);
  if (named.length === 0) return true;
  const said = new Set(evidence.flatMap(({ quote }) => addressesIn(quote)));
  return named.every((address) => said.has(address));
}

/** What looks like a URL, a domain or an email address, also in look-alike characters and with "dot" in words. */
export function addressesIn(text: string): readonly string[] {
  const words = plain(text).match(/[\p{L}\p{N}\p{So}][^\s"'<>()[\]{}|*`,;“”‘’«»]*/gu) ?? [];
  return words
    .map((word) => word.replace(/(?<=[\p{L}\p{N}/])[^\p{L}\p{N}/]+$/u, ''))
    .filter((word) => withScheme.test(word) || mail.test(word) || domain.test(word))
    .map((word) =>
      word
        .replace(/^https?:(?:\/\/)?/, '')
        .replace(/^www\./, '')
        .replace(/\/$/, ''),
    );
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/[。｡]/gu, '.')
    .replace(/(?<!\s)\s*[[({]\s?(?:\.|dot)\s?[\])}]\s*|(?<!\s)\s+dot\s+/gu, '.')
    .replace(/(?<!\s)\s*[[({]\s?(?:@|at)\s?[\])}]\s*/gu, '@');

const withScheme = /^\p{L}[\p{L}\p{N}+.-]*:\/\/|^(?:https?|mailto|tel|javascript|data):/u;
const mail = /.@./u;
const domain =
  /^[\p{L}\p{N}\p{So}_-]+(?:\.[\p{L}\p{N}\p{So}_-]+)*\.(?:\p{L}{2,}|xn--[\p{L}\p{N}-]+)(?![\p{L}\p{N}_-])/u;
