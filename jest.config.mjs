const shared = {
  rootDir: import.meta.dirname,
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.tsbuild/', '<rootDir>/.local/'],
  transform: {
    '^.+\\.(ts|mjs|js)$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // jose and mingo ship only ES modules, which Jest's module system cannot load as they are.
  transformIgnorePatterns: ['/node_modules/(?!(jose|mingo|any-ascii)/)'],
};

/** @type {import('jest').Config} */
export default {
  testTimeout: 30_000,
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/{packages,services,bench}/**/*.test.ts'] },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/e2e/**/*.test.ts'],
      // These run the built programs; building takes a second, so that they never run stale ones.
      globalSetup: '<rootDir>/scripts/build-before-tests.mjs',
    },
  ],
};
