import preset from '../../jest.preset.js';

// Mixed versions are tried in a system in containers; each wait in it has a deadline of its own.
export default { ...preset, displayName: 'releases', testTimeout: 240_000 };
