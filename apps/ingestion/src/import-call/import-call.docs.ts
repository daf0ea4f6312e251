const text = { type: 'string' } as const;
const webVtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.200\nAnn Reed: Thanks for taking the time today.\n';
const subRip = '1\n00:00:01,000 --> 00:00:04,200\nAnn Reed: Thanks for taking the time today.\n';

/** Types whose files can be recognized. JSON is read as well, and refused with the list of formats. */
export const importBody = {
  required: true,
  description: 'The file as it was exported, or a form with the file as its part `file`.',
  content: {
    'text/vtt': { schema: text, example: webVtt },
    'application/x-subrip': { schema: text, example: subRip },
    'text/plain': { schema: text, example: webVtt },
    'application/octet-stream': { schema: { ...text, format: 'binary' }, example: webVtt },
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: {
          file: { ...text, format: 'binary', description: 'The file as it was exported.', examples: [webVtt] },
        },
        additionalProperties: { ...text, description: 'Parameters may be fields of the form in place of the query.' },
      },
      example: { file: webVtt },
    },
  },
};
