import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'event-store',
  // Real databases on a busy machine: a deadline, not an expectation.
  testTimeout: 30_000,
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
};
