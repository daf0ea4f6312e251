import { z } from 'zod';

export const ConsoleWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  /** IANA time zone in which relative dates are read unless a call names its own. */
  timezone: z.string(),
  /** The workspace's own e-mail domains. */
  domains: z.array(z.string()),
});
export type ConsoleWorkspace = z.infer<typeof ConsoleWorkspace>;

/** Body of `PATCH /console/api/workspace`. What is a name, a zone, a domain is decided by the workspace. */
export const ChangeWorkspace = z.object({
  name: z.string('must be a text').max(1_000).optional(),
  timezone: z.string('must be a text').max(100).optional(),
  domains: z.array(z.string('must be a text').max(300), 'must be a list of domain names').max(100).optional(),
});
export type ChangeWorkspace = z.infer<typeof ChangeWorkspace>;
