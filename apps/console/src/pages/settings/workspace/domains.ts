const shape = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** What was typed as it is kept: `@Example.com ` is `example.com`; each once. */
export function domainsOf(typed: readonly string[]): string[] {
  return [...new Set(typed.map((one) => one.trim().toLowerCase().replace(/^.*@/, '')).filter((one) => one !== ''))];
}

/** The first that can be no domain. */
export function invalidDomain(domains: readonly string[]): string | undefined {
  return domains.find((domain) => !shape.test(domain));
}
