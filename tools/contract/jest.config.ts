import preset from '../../jest.preset.js';

// A contract is checked against a system in containers; each wait in it has a deadline of its own.
export default { ...preset, displayName: 'contract', testTimeout: 240_000 };
