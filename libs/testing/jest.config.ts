import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'testing',
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
  // Without 'import': Jest adds the condition that fits each load itself; forced on `require`, it breaks pg's pg-pool.
  testEnvironmentOptions: { customExportConditions: ['@ci/source', 'node'] },
};
