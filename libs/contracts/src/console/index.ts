/** The console's own API, `/console/api/…`: what its server reads and answers. Not part of the public API. */
export * from './access.ts';
export * from './invitation.ts';
export * from './key.ts';
export * from './member.ts';
export * from './session.ts';
export * from './words.ts';
export * from './workspace.ts';
