/** Why a file could not be read: `unrecognised_format`, `no_segments` (nothing was said in it) or `malformed` (with its line). */
export type TranscriptErrorCode = 'unrecognised_format' | 'no_segments' | 'malformed';

/**
 * The one error that `readTranscript` throws. The message is meant for the person who sent the file; it never quotes the
 * file, because what is said on a call must not end up in a log.
 */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  readonly code: TranscriptErrorCode;
  /** 1-based line of the file, for `malformed`. */
  readonly line: number | undefined;

  constructor(code: TranscriptErrorCode, message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.code = code;
    this.line = line;
  }
}

/** A file of a known format that breaks it at this line. */
export function malformed(line: number, message: string): TranscriptError {
  return new TranscriptError('malformed', message, line);
}
