/** Names the keys that list cursors are made with. */
export const CURSOR_KEYS = Symbol('CURSOR_KEYS');
