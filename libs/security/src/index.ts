/** Who calls a service and what they may do; secrets encrypted at rest. */
export {
  type Caller,
  callerOf,
  type CallerRole,
  callerRoles,
  CurrentCaller,
  notAllowed,
  setCaller,
  visibleReps,
} from './internal-token/caller.ts';
export {
  INTERNAL_TOKEN_OPTIONS,
  InternalTokenGuard,
  type InternalTokenOptions,
  Public,
} from './internal-token/internal-token.guard.ts';
export { InternalTokenModule } from './internal-token/internal-token.module.ts';
export {
  INTERNAL_TOKEN_HEADER,
  signInternalToken,
  type TokenContext,
  verifyInternalToken,
} from './internal-token/internal-token.ts';
export { signOperatorToken, verifyOperatorToken } from './internal-token/operator-token.ts';
export { ForRoles } from './internal-token/role.guard.ts';
export { WriteScopeGuard } from './internal-token/write-scope.guard.ts';
export { decryptSecret, encryptSecret } from './secrets/encrypted-secret.ts';
export {
  countSecretsByKey,
  type Reencryption,
  reencryptSecrets,
  type SecretColumn,
} from './secrets/reencrypt-secrets.ts';
