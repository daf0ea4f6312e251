/** The operations that an answer with a call links to. */
export const callOperations = [
  'getCall',
  'updateCall',
  'deleteCall',
  'reanalyzeCall',
  'correctSpeakers',
  'getCallSummary',
  'getCallCoaching',
  'listCallActionItems',
] as const;
