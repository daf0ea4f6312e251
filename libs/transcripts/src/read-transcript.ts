import { formats } from './formats/formats.ts';
import type { ParsedTranscript } from './cue-file/parsed-transcript.ts';
import type { FormatName, TranscriptFormat } from './formats/transcript-format.ts';
import { TranscriptError } from './transcript.errors.ts';

/** A file that was read: its format, its cues in the file's order, and notes on what was read differently from how it stood there. */
export interface ImportedTranscript extends ParsedTranscript {
  readonly format: FormatName;
}

/** Reads a transcript file. Throws `TranscriptError` and nothing else, whatever the bytes. */
export function readTranscript(
  bytes: Uint8Array,
  options: { readonly format: 'auto' | FormatName },
): ImportedTranscript {
  const text = decode(bytes);
  if (text.trim() === '') throw new TranscriptError('no_segments', 'the file is empty');
  const format = chooseFormat(text, options.format);
  const { cues, notes } = format.parse(text);
  if (cues.length === 0)
    throw new TranscriptError('no_segments', `the ${format.title} file has no cue with words in it`);
  return { format: format.name, cues, notes: text.includes('\ufffd') ? [...notes, UNREADABLE] : notes };
}

/** Names and titles of the formats, as an error message or an API description lists them. */
export const formatNames: readonly FormatName[] = formats.map((format) => format.name);

const UNREADABLE = 'Characters that could not be read stand as U+FFFD.';

function chooseFormat(text: string, requested: 'auto' | FormatName): TranscriptFormat {
  const chosen = formats.find((format) => (requested === 'auto' ? format.recognises(text) : format.name === requested));
  if (chosen) return chosen;
  const list = formats.map(({ name, title }) => `${name} (${title})`).join(', ');
  throw new TranscriptError('unrecognised_format', `the file has none of the formats that can be imported: ${list}`);
}

/** UTF-8, or UTF-16 where a byte order mark says so. Neither NUL nor half a surrogate pair nor a broken byte survives. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\0', '\ufffd');
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}
