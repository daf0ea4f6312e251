/** Words of one voice within a cue; `voice` is the name in `<v Name>`, `null` outside of one. */
export interface VoiceSpan {
  readonly voice: string | null;
  readonly lines: readonly string[];
}

// Only markup that WebVTT and SubRip know is taken away: Zoom does not escape, so `<50 seats` is speech.
const TAG = /<(?:\/?(?:v|c|i|b|u|s|lang|ruby|rt|font)(?=[\s.>])|\/(?=>)|(?=\d[\d:.]{0,20}>))/iy;
const VOICE = /^<v(?:\.\S*)?(?:\s|$)/i;
const POSITION_OVERRIDE = /\{\\[a-z]{1,4}\d{1,3}\}/gi;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|lrm|rlm));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** Takes the markup off a cue's lines and decodes its character references, once: `&amp;lt;` is the text `&lt;`. */
export function readCueText(lines: readonly string[]): VoiceSpan[] {
  const source = lines.join('\n').replace(POSITION_OVERRIDE, '');
  const lastClose = source.lastIndexOf('>');
  const spans: VoiceSpan[] = [];
  let voice: string | null = null;
  let text = '';
  const finishSpan = () => {
    const spoken = decodeReferences(text)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (spoken.length > 0 || voice !== null) spans.push({ voice, lines: spoken });
    text = '';
  };
  let at = 0;
  for (;;) {
    const open = source.indexOf('<', at);
    // Past the last `>` nothing is a tag any more; without this check, a run of `<v <v <v` would be searched to its end each time.
    if (open === -1 || open > lastClose) break;
    text += source.slice(at, open);
    TAG.lastIndex = open;
    if (!TAG.test(source)) {
      text += '<';
      at = open + 1;
      continue;
    }
    const close = source.indexOf('>', open);
    const tag = source.slice(open, close);
    if (/^<\/?v/i.test(tag)) {
      finishSpan();
      voice = voiceName(tag);
    }
    at = close + 1;
  }
  text += source.slice(at);
  finishSpan();
  return spans;
}

/** Spaces of any kind and number become one; names that differ in nothing else are one name. */
export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function voiceName(tag: string): string | null {
  const start = VOICE.exec(tag);
  return start ? collapseSpaces(decodeReferences(tag.slice(start[0].length))) || null : null;
}

function decodeReferences(text: string): string {
  return text.replace(REFERENCE, (_, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
    return character(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal));
  });
}

/** A reference can smuggle in what the bytes of a file cannot: NUL and lone surrogates, which no database text column takes. */
function character(codePoint: number): string {
  const storable = codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return storable ? String.fromCodePoint(codePoint) : '\ufffd';
}
