import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'operations',
  // A loaded machine must not fail what only waits for its condition.
  testTimeout: 30_000,
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
};
