import type { Service } from '@ci/tools-images/services';
import { readCandidate, type Candidate } from './candidate.ts';
import type { Finding } from './finding.ts';
import { apiDocument } from './rules/api-document-rule.ts';
import { readEvents, sentEvents } from './rules/event-rules.ts';
import { httpExpectations } from './rules/http-rules.ts';
import { migrations } from './rules/migration-rules.ts';
import { storedEvents } from './rules/stored-events-note.ts';
import { verifications } from './rules/verification-rules.ts';
import { workingTreeAndRecord } from './rules/working-tree-rule.ts';

/** Whether a service may be deployed as it is, and all that was looked at. */
export interface Answer {
  readonly service: Service;
  readonly version: string;
  readonly deploy: 'yes' | 'no';
  readonly findings: readonly Finding[];
}

type Rule = (candidate: Candidate, say: (line: string) => void) => Promise<readonly Finding[]>;

const rules: readonly Rule[] = [
  workingTreeAndRecord,
  (candidate) => sentEvents(candidate),
  (candidate) => readEvents(candidate),
  httpExpectations,
  apiDocument,
  migrations,
  storedEvents,
  verifications,
];

/** Answers from what is recorded and committed: nothing is started. */
export async function answer(workspace: string, service: Service, say: (line: string) => void): Promise<Answer> {
  const candidate = await readCandidate(workspace, service);
  const findings: Finding[] = [];
  for (const rule of rules) findings.push(...(await rule(candidate, say)));
  const deploy = findings.some((finding) => finding.answer === 'no') ? 'no' : 'yes';
  return { service, version: candidate.version, deploy, findings };
}
