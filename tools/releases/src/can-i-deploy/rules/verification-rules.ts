import { readVerified, verifiableCode, type Verification, type VerifiedBy } from '@ci/tools-images/verified';
import type { Candidate, Released } from '../candidate.ts';
import type { Finding } from '../finding.ts';

/** The tests that start its image have passed, for exactly this code. */
export async function verifications(candidate: Candidate): Promise<readonly Finding[]> {
  const { workspace, service, files, previous } = candidate;
  const code = await verifiableCode(files, service);
  const kept = readVerified(workspace, service);
  const contract = finding('contract', candidate, problemOf(kept.contract, code), kept.contract);
  if (previous === undefined) return [contract];
  const mixed = kept['mixed-versions'];
  const problem = problemOf(mixed, code) ?? besideAnother(mixed?.against[service], previous);
  return [contract, finding('mixed-versions', candidate, problem, mixed)];
}

function problemOf(verification: Verification | undefined, code: string): string | undefined {
  if (verification === undefined) return 'not verified';
  return verification.code === code ? undefined : `not verified: it has passed for other code, ${when(verification)}`;
}

function besideAnother(ran: string | undefined, { commit, name }: Released): string | undefined {
  return ran === commit ? undefined : `not verified: it has passed beside another release, not beside ${name}`;
}

const tests: Readonly<Record<VerifiedBy, string>> = {
  contract: 'contract tests',
  'mixed-versions': 'mixed versions',
};

function finding(
  by: VerifiedBy,
  { service, previous }: Candidate,
  problem: string | undefined,
  verification: Verification | undefined,
): Finding {
  const about = { what: tests[by], against: by === 'contract' ? 'this code' : (previous?.name ?? '') };
  if (problem !== undefined) return { answer: 'no', ...about, why: problem, remedy: `npm run ${by} -- ${service}` };
  return {
    answer: 'yes',
    ...about,
    why: `passed for this code, ${verification === undefined ? '' : when(verification)}`,
  };
}

const when = ({ at }: Verification): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
