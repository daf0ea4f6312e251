import preset from '../../jest.preset.js';

export default {
  ...preset,
  displayName: 'summarization',
  testEnvironment: '<rootDir>/test/native-arrays-environment.mjs',
  globalSetup: '@ci/testing/global-setup',
  globalTeardown: '@ci/testing/global-teardown',
};
