import { runProgram } from '@ci/testing/containers';

const tool = ['--disable-warning=ExperimentalWarning', '--conditions=@ci/source', 'tools/interfaces/src/main.ts'];

/** Throws unless events and API are described as they are and understand what was released. Builds all services; writes nothing. */
export async function assertFit(workspace: string, service: string, version: string): Promise<void> {
  await run(workspace, ['events', '--check', ...eventsOf(service, version)], 'the events are not fit to be released');
  await run(workspace, ['openapi', '--check', ...documentOf(service, version)], 'the API is not fit to be released');
}

/** Keeps the contracts of a version for good: what differs in the events that the service sends, and of the gateway the API document. */
export async function freezeContracts(workspace: string, service: string, version: string): Promise<void> {
  await run(workspace, ['events', ...eventsOf(service, version)], 'the events could not be kept');
  const document = documentOf(service, version);
  if (document.length > 0) await run(workspace, ['openapi', ...document], 'the API document could not be kept');
}

function eventsOf(service: string, version: string): readonly string[] {
  return ['--release', version, '--of', service];
}

function documentOf(service: string, version: string): readonly string[] {
  return service === 'gateway' ? ['--release', version] : [];
}

async function run(workspace: string, args: readonly string[], problem: string): Promise<void> {
  const code = await runProgram(process.execPath, [...tool, ...args], {
    cwd: workspace,
    variables: { NX_DAEMON: 'false', NX_TUI: 'false' },
  });
  if (code !== 0) throw new Error(`${problem}; the reason is above.`);
}
