import preset from '../../jest.preset.js';

// A contract is checked against a system in containers; each wait in it has its own deadline.
export default { ...preset, displayName: 'contract', testTimeout: 240_000 };
