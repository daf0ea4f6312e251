import { readVerified, verifiableCode, type Verification, type VerifiedBy } from '@ci/tools-images/verified';
import type { Candidate } from '../candidate.ts';
import type { Finding } from '../finding.ts';

/** The tests that start its image have passed for exactly this code: alone, and beside each release that it would run beside. */
export async function verifications(candidate: Candidate): Promise<readonly Finding[]> {
  const { workspace, service, files, beside } = candidate;
  const code = await verifiableCode(files, service);
  const kept = readVerified(workspace, service);
  const alone = findingOf(kept.contract, { by: 'contract', code, candidate: { ...candidate, beside: [] } });
  return beside.length === 0
    ? [alone]
    : [alone, findingOf(kept['mixed-versions'], { by: 'mixed-versions', code, candidate })];
}

const names: Readonly<Record<VerifiedBy, string>> = {
  contract: 'contract tests',
  'mixed-versions': 'mixed versions',
};

interface Wanted {
  readonly by: VerifiedBy;
  readonly code: string;
  readonly candidate: Pick<Candidate, 'service' | 'beside'>;
}

function findingOf(verification: Verification | undefined, { by, code, candidate }: Wanted): Finding {
  const { service, beside } = candidate;
  const against = beside.length === 0 ? 'this code' : beside.map(({ name }) => name).join(', ');
  const refused = (why: string): Finding => ({
    answer: 'no',
    what: names[by],
    against,
    why: `not verified${why}`,
    remedy: `npm run ${by} -- ${service}`,
  });
  if (verification === undefined) return refused('');
  const when = `${verification.at.slice(0, 16).replace('T', ' ')} UTC`;
  if (verification.code !== code) return refused(`: they have passed for other code, ${when}`);
  const untried = beside.filter((release) => verification.against[release.service] !== release.commit);
  if (untried.length > 0) return refused(` beside ${untried.map(({ name }) => name).join(', ')}`);
  return { answer: 'yes', what: names[by], against, why: `passed for this code, ${when}` };
}
