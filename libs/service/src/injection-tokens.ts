/** The service's configuration. */
export const CONFIG = Symbol('CONFIG');

/** The service's logger. */
export const LOGGER = Symbol('LOGGER');
