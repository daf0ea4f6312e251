/** The operations that an answer with a call links to. */
export const callOperations = [
  'getCall',
  'updateCall',
  'deleteCall',
  'reanalyzeCall',
  'getCallSummary',
  'getCallCoaching',
  'listCallActionItems',
] as const;
