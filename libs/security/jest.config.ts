import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'security',
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
};
