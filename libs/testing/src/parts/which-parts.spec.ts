import { whichParts } from './which-parts.ts';

const engine = () => Promise.resolve(true);
const noEngine = () => Promise.resolve(false);

describe('whichParts', () => {
  it.each([undefined, ''])('takes containers where an engine answers and nothing was asked for (%j)', async (wish) => {
    expect(await whichParts(wish, engine)).toBe('containers');
    expect(await whichParts(wish, noEngine)).toBe('embedded');
  });

  it('looks for no engine when the embedded servers are asked for', async () => {
    const looked = () => Promise.reject(new Error('looked for an engine'));
    expect(await whichParts('embedded', looked)).toBe('embedded');
  });

  it('does not replace containers that were asked for', async () => {
    expect(await whichParts('containers', engine)).toBe('containers');
    await expect(whichParts('containers', noEngine)).rejects.toThrow(
      'TEST_PARTS=containers, but no Docker engine answers.',
    );
  });

  it('refuses what it does not know', async () => {
    await expect(whichParts('docker', engine)).rejects.toThrow(
      'TEST_PARTS is "docker"; it is either "containers" or "embedded".',
    );
  });
});
