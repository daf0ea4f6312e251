import type { z } from 'zod';

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration cannot be used. Names the variables and never their values: they may be secrets. */
export class ConfigError extends Error {
  readonly variables: readonly string[];

  constructor(problems: readonly { readonly variable: string; readonly problem: string }[]) {
    super(`Bad configuration: ${problems.map(({ variable, problem }) => `${variable} (${problem})`).join(', ')}`);
    this.name = 'ConfigError';
    this.variables = problems.map(({ variable }) => variable);
  }
}

/** Parses the environment by a schema whose fields are the variables' names, and freezes the result. An empty variable counts as absent. */
export function loadConfig<T extends z.ZodObject>(schema: T, env: Environment = process.env): Readonly<z.output<T>> {
  const present = Object.fromEntries(
    Object.keys(schema.shape)
      .filter((name) => env[name] !== undefined && env[name] !== '')
      .map((name) => [name, env[name]]),
  );
  const result = schema.safeParse(present);
  if (result.success) return Object.freeze(result.data);
  // A message of zod may repeat the value; whether the variable is missing or wrong is all that is said.
  const names = [...new Set(result.error.issues.map((issue) => String(issue.path[0] ?? 'configuration')))];
  throw new ConfigError(names.map((variable) => ({ variable, problem: variable in present ? 'invalid' : 'missing' })));
}
