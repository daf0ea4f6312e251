import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'event-store',
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
};
