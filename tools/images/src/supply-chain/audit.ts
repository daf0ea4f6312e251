/** What `npm audit --json` answers, as far as it matters here. */
export interface AuditReport {
  readonly vulnerabilities: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
}

interface Advisory {
  readonly url: string;
  readonly name: string;
  readonly title: string;
  readonly severity: string;
}

/** An advisory that was looked at and found harmless here, for the time being. */
export interface AcceptedAdvisory {
  /** Such as `GHSA-…`: the end of its address. */
  readonly id: string;
  readonly package: string;
  readonly why: string;
  /** The day on which it is looked at again. */
  readonly until: string;
}

export interface AuditVerdict {
  /** Known holes that were not accepted, or whose acceptance has expired. */
  readonly open: readonly string[];
  /** Accepted, and not found any more: to be taken off the list. */
  readonly stale: readonly string[];
}

/** Compares what the registry knows with what was accepted. */
export function judgeAudit(report: AuditReport, accepted: readonly AcceptedAdvisory[], today: string): AuditVerdict {
  const found = advisoriesIn(report);
  const isAccepted = ({ url, name }: Advisory) =>
    accepted.some((entry) => url.endsWith(`/${entry.id}`) && entry.package === name && entry.until >= today);
  return {
    open: found
      .filter((advisory) => !isAccepted(advisory))
      .map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`),
    stale: accepted
      .filter((entry) => !found.some(({ url, name }) => url.endsWith(`/${entry.id}`) && name === entry.package))
      .map(({ id, package: name }) => `${name}: ${id}`),
  };
}

/** Each once: a package that is found by way of another names that one, not the advisory. */
function advisoriesIn({ vulnerabilities }: AuditReport): Advisory[] {
  const all = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((entry) => typeof entry !== 'string');
  return [...new Map(all.map((advisory) => [`${advisory.name} ${advisory.url}`, advisory])).values()];
}
