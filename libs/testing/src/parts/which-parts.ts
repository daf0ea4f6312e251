import { MissingPrerequisite } from './missing-prerequisite.ts';

export type WhichParts = 'containers' | 'embedded';

/** Containers where an engine answers, unless TEST_PARTS decides. What was asked for is never replaced by the other. */
export async function whichParts(wish: string | undefined, engineAnswers: () => Promise<boolean>): Promise<WhichParts> {
  switch (wish) {
    case 'embedded':
      return 'embedded';
    case 'containers':
      if (await engineAnswers()) return 'containers';
      throw new MissingPrerequisite('TEST_PARTS=containers, but no Docker engine answers.');
    case '':
    case undefined:
      return (await engineAnswers()) ? 'containers' : 'embedded';
    default:
      throw new Error(`TEST_PARTS is ${JSON.stringify(wish)}; it is either "containers" or "embedded".`);
  }
}
