import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'e2e',
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
};
