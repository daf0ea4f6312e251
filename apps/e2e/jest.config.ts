import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'e2e',
  testEnvironment: '@ci/testing/ordinary-system-environment',
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
};
