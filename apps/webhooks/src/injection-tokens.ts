/** Which addresses deliveries may go to. */
export const ADDRESS_POLICY = Symbol('ADDRESS_POLICY');
