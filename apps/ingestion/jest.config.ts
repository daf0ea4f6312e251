import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'ingestion',
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
};
