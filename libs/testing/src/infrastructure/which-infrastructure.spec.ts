import { whichInfrastructure } from './which-infrastructure.ts';

const engine = () => Promise.resolve(true);
const noEngine = () => Promise.resolve(false);

describe('whichInfrastructure', () => {
  it.each([undefined, ''])('takes containers where an engine answers and nothing was asked for (%j)', async (wish) => {
    expect(await whichInfrastructure(wish, engine)).toBe('containers');
    expect(await whichInfrastructure(wish, noEngine)).toBe('embedded');
  });

  it('looks for no engine when the embedded servers are asked for', async () => {
    const looked = () => Promise.reject(new Error('looked for an engine'));
    expect(await whichInfrastructure('embedded', looked)).toBe('embedded');
  });

  it('does not replace containers that were asked for', async () => {
    expect(await whichInfrastructure('containers', engine)).toBe('containers');
    await expect(whichInfrastructure('containers', noEngine)).rejects.toThrow(
      'TEST_INFRASTRUCTURE=containers, but no Docker engine answers.',
    );
  });

  it('refuses what it does not know', async () => {
    await expect(whichInfrastructure('docker', engine)).rejects.toThrow(
      'TEST_INFRASTRUCTURE is "docker"; it is either "containers" or "embedded".',
    );
  });
});
