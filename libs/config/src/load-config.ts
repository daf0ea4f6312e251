import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { kafkaProblems, type KafkaConfig } from './config-shapes.ts';
import { tokenKeyProblems } from './secret-key.ts';

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

/**
 * Parses the environment by a schema whose fields are the variables' names, and freezes the result. An empty variable counts as absent.
 * Each variable may be in a file: `NAME_FILE` names it, as secrets of Docker and Kubernetes are mounted.
 */
export function loadConfig<T extends z.ZodObject>(schema: T, env: Environment = process.env): Readonly<z.output<T>> {
  const present: Record<string, string> = {};
  const problems: { variable: string; problem: string }[] = [];
  for (const name of Object.keys(schema.shape)) {
    const [value = '', file = ''] = [env[name], env[`${name}_FILE`]];
    if (value !== '') present[name] = value;
    if (file === '') continue;
    if (value !== '') problems.push({ variable: name, problem: `set ${name} or ${name}_FILE, not both` });
    const read = contentOf(file);
    if (read === undefined) problems.push({ variable: `${name}_FILE`, problem: 'no file that can be read' });
    else if (value === '' && read !== '') present[name] = read;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const result = schema.safeParse(present);
  if (result.success) {
    const unfit = [
      ...('KAFKA_SECURITY_PROTOCOL' in schema.shape ? kafkaProblems(result.data as unknown as KafkaConfig) : []),
      ...tokenKeyProblems(result.data),
    ];
    if (unfit.length > 0) throw new ConfigError(unfit);
    return Object.freeze(result.data);
  }
  // A message of zod may repeat the value; whether the variable is missing or wrong is all that is said.
  const names = [...new Set(result.error.issues.map((issue) => String(issue.path[0] ?? 'configuration')))];
  throw new ConfigError(names.map((variable) => ({ variable, problem: variable in present ? 'invalid' : 'missing' })));
}

/** Without the line end that editors and `echo` leave. */
function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}
