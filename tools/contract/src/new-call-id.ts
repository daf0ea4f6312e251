import { newId } from '@ci/ids';

/** The id of a call that no service knows yet. */
export const newCallId = (): string => newId('call');
