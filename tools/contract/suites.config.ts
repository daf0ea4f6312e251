import preset from '../../jest.preset.js';

// Not called jest.config.ts, by which npm test finds its projects: these need an engine and built images, and take minutes.
export default { ...preset, displayName: 'contract', rootDir: import.meta.dirname, testTimeout: 180_000 };
