import * as tokenizers from '@huggingface/tokenizers';

interface Tokenizer {
  encode(text: string): { readonly ids: readonly number[] };
}

// The package's declarations import each other without file endings, which this module resolution does not follow.
const { Tokenizer: PackagedTokenizer } = tokenizers as unknown as {
  readonly Tokenizer: new (tokenizer: object, config: object) => Tokenizer;
};

export interface TokenizedText {
  readonly ids: readonly number[];
  /** Where each word is in the text, and its tokens in `ids`. */
  readonly words: readonly {
    readonly start: number;
    readonly end: number;
    readonly first: number;
    readonly last: number;
  }[];
}

// No word is longer; what is, has no meaning.
const longestWord = 100;

/** Tokens word by word: the same as of the whole text, and their places are known. */
export class WordTokens {
  readonly #tokenizer: Tokenizer;
  readonly #known = new Map<string, readonly number[]>();

  constructor(tokenizer: object) {
    this.#tokenizer = new PackagedTokenizer(tokenizer, {});
  }

  of(text: string): TokenizedText {
    const ids: number[] = [];
    const words = [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index: start }) => {
      const own = this.#idsOf(word.slice(0, longestWord));
      if (own.length === 0) return [];
      const first = ids.length;
      ids.push(...own);
      return [{ start, end: start + word.length, first, last: ids.length }];
    });
    return { ids, words };
  }

  #idsOf(word: string): readonly number[] {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    // Without the tokens that open and close a text.
    const ids = this.#tokenizer.encode(word).ids.slice(1, -1);
    if (this.#known.size < mostKnown) this.#known.set(word, ids);
    return ids;
  }
}

const mostKnown = 50_000;
