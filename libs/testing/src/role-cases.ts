/** What becomes of a request: it is done, it is answered as if there were no such call, or the role does not allow it. */
export type RoleOutcome = 'done' | 'hidden' | 'refused';

type Reach = 'all' | 'own' | 'none';
type Whose = 'own' | 'other';

/** For each role and operation, on a call of the member's own and on another one, what has to become of it. For `it.each`. */
export function roleCases<Role extends string, Operation extends string>(
  roles: readonly Role[],
  operations: readonly Operation[],
  reachOf: (role: Role, operation: Operation) => Reach,
): [role: Role, operation: Operation, whose: Whose, outcome: RoleOutcome][] {
  return roles.flatMap((role) =>
    operations.flatMap((operation) =>
      (['own', 'other'] as const).map((whose): [Role, Operation, Whose, RoleOutcome] => [
        role,
        operation,
        whose,
        outcomeOf(reachOf(role, operation), whose),
      ]),
    ),
  );
}

function outcomeOf(reach: Reach, whose: Whose): RoleOutcome {
  if (reach === 'none') return 'refused';
  return reach === 'own' && whose === 'other' ? 'hidden' : 'done';
}

/** What an answer amounts to. `shows`: whether a list has what was asked for. */
export function roleOutcomeOf(
  { status, code }: { readonly status: number; readonly code: string | undefined },
  shows = true,
): RoleOutcome {
  if (status >= 200 && status < 300) return shows ? 'done' : 'hidden';
  if (status === 404 && code === 'not_found') return 'hidden';
  if (status === 403 && code === 'insufficient_role') return 'refused';
  throw new Error(`answered with ${status} ${code ?? ''}`);
}

/** The operations of a description. */
export function operationIds({ paths }: { readonly paths: object }): string[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path as Record<string, unknown>));
  return operations
    .flatMap((operation) => {
      const { operationId } = operation as { readonly operationId?: unknown };
      return typeof operationId === 'string' ? [operationId] : [];
    })
    .toSorted();
}
