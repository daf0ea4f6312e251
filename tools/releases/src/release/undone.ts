import { git } from '@ci/tools-images/git';

/** Works on a clean tree; when that fails, or is interrupted, puts the tree back to where it was. `makes`: where the work makes new files. */
export async function orUndone<T>(workspace: string, makes: readonly string[], work: () => Promise<T>): Promise<T> {
  const start = (await git(workspace, ['rev-parse', 'HEAD'])).trim();
  // Ctrl-C ends what has been started; here it is a failure like any other.
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore).on('SIGTERM', ignore);
  try {
    return await work();
  } catch (cause) {
    await git(workspace, ['reset', '--quiet', '--hard', start]);
    await git(workspace, ['clean', '--quiet', '--force', '-d', '--', ...makes]);
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\nThe tree is what it was before.`, {
      cause,
    });
  } finally {
    process.off('SIGINT', ignore).off('SIGTERM', ignore);
  }
}
