import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { judgeAudit, type AcceptedAdvisory, type AuditReport } from './audit.ts';

/** `npm run audit`: see the usage below. */
const usage = `npm run audit

Asks the npm registry for known vulnerabilities of the packages in the lock file. Compares them with the accepted ones in
tools/images/accepted-advisories.json, which have an id, a package, a reason and a day on which they expire.
It needs the registry, so npm test does not run it.

Exit codes: 0 nothing open, 1 something is open or the list is out of date, 2 the registry gave no answer.`;

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(usage);
else process.exitCode = await audit();

async function audit(): Promise<number> {
  const workspace = path.resolve(import.meta.dirname, '../../../..');
  const list = await readFile(path.join(workspace, 'tools', 'images', 'accepted-advisories.json'), 'utf8');
  const accepted = JSON.parse(list) as readonly AcceptedAdvisory[];
  const report = await askRegistry(workspace);
  if (report === undefined) {
    console.error('audit: the registry gave no answer; nothing is known about the packages');
    return 2;
  }
  const { open, stale } = judgeAudit(report, accepted, new Date().toISOString().slice(0, 10));
  for (const line of open) console.log(`open: ${line}`);
  for (const line of stale) console.log(`accepted, and not there any more: ${line}`);
  console.log(`audit: ${String(open.length)} open, ${String(accepted.length - stale.length)} accepted`);
  return open.length + stale.length === 0 ? 0 : 1;
}

/** npm ends with 1 when it found something, and also when it could not ask: the answer tells. */
async function askRegistry(cwd: string): Promise<AuditReport | undefined> {
  const output = await new Promise<string>((resolve) => {
    execFile('npm', ['audit', '--json'], { cwd, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => resolve(stdout));
  });
  try {
    const answer = JSON.parse(output) as Partial<AuditReport>;
    return answer.vulnerabilities === undefined ? undefined : (answer as AuditReport);
  } catch {
    return undefined;
  }
}
