import preset from '../../jest.preset.js';

// Mixed versions are tried in a system in containers; each wait in it has its own deadline.
export default { ...preset, displayName: 'releases', testTimeout: 240_000 };
