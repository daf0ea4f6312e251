/**
 * Exchanges the sides of a stored transcript unless they are those already: one that is projected again stays as it is. Written by hand, on the
 * text as it is stored: it need not be sent here and back. In JSON a quote within what was said has a backslash before it, so that these members
 * are found nowhere else.
 */
export const showSides = `
  UPDATE call_transcripts SET swapped = $2,
    segments = replace(replace(replace(segments, '"speaker":"rep"', '"speaker":""'), '"speaker":"prospect"', '"speaker":"rep"'),
      '"speaker":""', '"speaker":"prospect"')
  WHERE stream_id = $1 AND swapped <> $2`;
