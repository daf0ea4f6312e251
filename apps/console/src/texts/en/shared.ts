export const shared = {
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  copyWhat: (what: string) => `Copy: ${what}`,
  create: 'Create',
  delete: 'Delete',
  done: 'Done',
  loading: 'Loading …',
  loadingMore: 'Loading more …',
  loadMore: 'Load more',
  never: 'Never',
  noScore: 'No score yet',
  notCopied: 'Not copied: this browser does not allow it.',
  save: 'Save',
  saved: 'Saved.',
  score: 'Coaching score',
  undo: 'Undo',
  typeName: (name: string) => `Type ${name} to confirm`,
};

export const outcomes = { won: 'Won', lost: 'Lost', follow_up: 'Follow-up', no_outcome: 'No outcome' };
