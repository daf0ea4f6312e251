import type { Expectation, HttpContract } from '@ci/tools-contract/http-contract';
import { differences, missingFrom } from '@ci/tools-contract/shape';
import { readVerified, verifiableCode } from '@ci/tools-images/verified';
import type { Service } from '@ci/tools-images/services';
import type { Snapshot } from '@ci/tools-images/snapshot';
import type { Candidate, Released } from '../candidate.ts';
import { findingsOf, type Finding } from '../finding.ts';

/**
 * The gateway is deployed beside services that were verified against the expectations of their commits: today's have to be among those. A
 * service is deployed beside a gateway that expects what its commit says: that has to be among what the service is verified against today.
 */
export async function httpExpectations(candidate: Candidate): Promise<readonly Finding[]> {
  if (candidate.service !== 'gateway') {
    const gateway = candidate.others.find(({ service }) => service === 'gateway');
    return gateway === undefined ? [] : ofReleasedGateway(candidate, gateway);
  }
  const findings = candidate.others.map(async (other) => {
    const problems = uncovered(
      await contractIn(other.files, other.service),
      await contractIn(candidate.files, other.service),
    );
    return findingsOf({
      what: `what it asks of ${other.service}`,
      against: other.name,
      fine: 'was verified of that release',
      problems,
      remedy: `release and deploy ${other.service} first`,
    });
  });
  return (await Promise.all(findings)).flat();
}

async function ofReleasedGateway(candidate: Candidate, gateway: Released): Promise<readonly Finding[]> {
  const { service, files, workspace } = candidate;
  const expected = await contractIn(gateway.files, service);
  const { contract } = readVerified(workspace, service);
  const shown =
    contract?.against['gateway'] === gateway.commit && contract.code === (await verifiableCode(files, service));
  return findingsOf({
    what: 'answers the gateway',
    against: gateway.name,
    fine: shown
      ? 'its contract tests have asked what that release asks'
      : 'its contract tests ask all that that release asks',
    problems: shown ? [] : uncovered(await contractIn(files, service), expected),
    remedy: `npm run contract -- ${service} --gateway ${gateway.commit.slice(0, 12)} asks what that release asks; what is refused then is taken away after a gateway that does not need it is deployed`,
  });
}

async function contractIn(files: Snapshot, service: Service): Promise<readonly Expectation[]> {
  const text = await files.read(`libs/contracts/gateway-expectations/${service}.json`);
  return text === undefined ? [] : (JSON.parse(text) as HttpContract).expectations;
}

/** What of the needed exchanges was not verified, if these were: another request, or more in the answer. */
export function uncovered(verified: readonly Expectation[], needed: readonly Expectation[]): readonly string[] {
  return needed.flatMap((one) => {
    const known = verified.find(({ name }) => name === one.name);
    if (known === undefined) return [`${one.name}: was not verified`];
    const asked = differences(
      { ...one.request, given: one.given },
      { ...known.request, given: known.given },
      'the request',
    );
    return [...asked, ...beyond(known.answer, one.answer)].map((problem) => `${one.name}: ${problem}`);
  });
}

function beyond(known: Expectation['answer'], needed: Expectation['answer']): readonly string[] {
  if (known.status !== needed.status) return [`${needed.status} is needed, ${known.status} was verified`];
  const headers = Object.entries(needed.headers)
    .filter(([name, value]) => known.headers[name] !== value)
    .map(([name, value]) => `the header ${name} is needed as ${value}`);
  const codes = [known, needed].map(
    ({ body }) => (body as { error?: { code?: unknown } } | null | undefined)?.error?.code,
  );
  const code =
    codes[0] === codes[1] ? [] : [`the error ${String(codes[1])} is needed, ${String(codes[0])} was verified`];
  return [...headers, ...code, ...(needed.body === undefined ? [] : missingFrom(asVerified(known.body), needed.body))];
}

/** An example that says less than a value would: where it has null or an empty list, nothing was verified. */
function asVerified(body: unknown): unknown {
  if (body === null) return undefined;
  if (Array.isArray(body)) return body.length === 0 ? [undefined] : body.map(asVerified);
  if (typeof body !== 'object') return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asVerified(value)]));
}
