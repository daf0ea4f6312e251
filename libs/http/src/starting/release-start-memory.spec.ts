import { releaseStartMemory } from './release-start-memory.ts';

it('collects what nothing refers to any more, and leaves V8 as it was', async () => {
  const left = new WeakRef({ of: 'the start' });
  // A WeakRef holds its target for the turn that made it.
  await new Promise(setImmediate);
  releaseStartMemory();
  expect(left.deref()).toBeUndefined();
  expect(globalThis.gc).toBeUndefined();
});
