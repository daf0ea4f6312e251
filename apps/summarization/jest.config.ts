import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'summarization',
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
};
