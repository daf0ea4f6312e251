import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'e2e',
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
  // A step waits for several processes, on a machine that may be busy; what has to be quick says so by itself.
  testTimeout: 30_000,
};
