/** Values that Nest cannot know by their type. */
export const ADDRESS_POLICY = Symbol('ADDRESS_POLICY');
export const CURSOR_KEYS = Symbol('CURSOR_KEYS');
export const ENCRYPTION_KEYS = Symbol('ENCRYPTION_KEYS');
