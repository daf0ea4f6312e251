/** Where a call and what belongs to it lie among what has been read. */
export const callKey = (id: string) => ['calls', 'one', id] as const;
