import { newId } from '@ci/platform';

/** The id of a call that nobody has heard of. */
export const newCallId = (): string => newId('call');
