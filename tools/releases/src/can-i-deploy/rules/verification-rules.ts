import { readVerified, verifiableCode, type Verification, type VerifiedBy } from '@ci/tools-images/verified';
import type { Candidate, Released } from '../candidate.ts';
import type { Finding } from '../finding.ts';

/** The tests that start its image have passed for exactly this code: alone, and beside each release that it would run beside. */
export async function verifications({ workspace, service, files, beside }: Candidate): Promise<readonly Finding[]> {
  const code = await verifiableCode(files, service);
  const kept = readVerified(workspace, service);
  const finding = (by: VerifiedBy, release?: Released): Finding => {
    const about = { what: names[by], against: release?.name ?? 'this code' };
    const { verified, why } = judged(kept[by], code, release);
    return verified
      ? { answer: 'yes', ...about, why }
      : { answer: 'no', ...about, why, remedy: `npm run ${by} -- ${service}` };
  };
  return [finding('contract'), ...beside.map((release) => finding('mixed-versions', release))];
}

const names: Readonly<Record<VerifiedBy, string>> = {
  contract: 'contract tests',
  'mixed-versions': 'mixed versions',
};

function judged(verification: Verification | undefined, code: string, beside: Released | undefined) {
  if (verification === undefined) return { verified: false, why: 'not verified' };
  const { code: known, against, at } = verification;
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  if (known !== code) return { verified: false, why: `not verified: passed for other code, ${when}` };
  const ran = beside === undefined || against[beside.service] === beside.commit;
  return ran
    ? { verified: true, why: `passed for this code, ${when}` }
    : { verified: false, why: `not verified: passed beside another release, ${when}` };
}
