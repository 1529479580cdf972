/** @type {import('jest').Config} */
export default {
  rootDir: '.',
  testMatch: ['<rootDir>/{packages,services,e2e,bench}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.tsbuild/', '<rootDir>/.local/'],
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
  // jose, mingo's deep entry points and the like ship only ES modules, which Jest's module system cannot load as they are.
  transformIgnorePatterns: ['/node_modules/(?!(jose|mingo)/)'],
  testTimeout: 30_000,
};
