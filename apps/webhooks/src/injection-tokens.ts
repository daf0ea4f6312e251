/** Finds what is wrong with the URL of a body: which addresses deliveries may go to is configured. */
export const URL_PROBLEMS = Symbol('URL_PROBLEMS');
