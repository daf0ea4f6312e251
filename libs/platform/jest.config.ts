import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'platform',
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
};
