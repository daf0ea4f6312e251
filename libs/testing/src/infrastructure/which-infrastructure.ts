import { MissingPrerequisite } from './missing-prerequisite.ts';

export type WhichInfrastructure = 'containers' | 'embedded';

/** Containers where an engine answers, unless TEST_INFRASTRUCTURE decides. What was asked for is never replaced by the other. */
export async function whichInfrastructure(
  wish: string | undefined,
  engineAnswers: () => Promise<boolean>,
): Promise<WhichInfrastructure> {
  switch (wish) {
    case 'embedded':
      return 'embedded';
    case 'containers':
      if (await engineAnswers()) return 'containers';
      throw new MissingPrerequisite('TEST_INFRASTRUCTURE=containers, but no Docker engine answers.');
    case '':
    case undefined:
      return (await engineAnswers()) ? 'containers' : 'embedded';
    default:
      throw new Error(`TEST_INFRASTRUCTURE is ${JSON.stringify(wish)}; it is either "containers" or "embedded".`);
  }
}
