import { newId } from '@ci/ids';

/** The id of a call that nobody has heard of. */
export const newCallId = (): string => newId('call');
