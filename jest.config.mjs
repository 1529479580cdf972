import { availableParallelism } from 'node:os';

const swc = (parser) => [
  '@swc/jest',
  {
    jsc: {
      parser,
      target: 'es2023',
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    },
    module: { type: 'commonjs' },
    sourceMaps: true,
  },
];

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/scripts/test-environment.mjs',
  moduleNameMapper: { '^lmdb$': '<rootDir>/scripts/lmdb-of-the-worker.cjs' },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.tsbuild/', '<rootDir>/.local/'],
  transform: {
    '\\.(css|go|php|browser\\.js)$': '<rootDir>/scripts/text-transform.mjs',
    '^.+\\.(ts|mjs|js)$': swc({ syntax: 'typescript' }),
    '^.+\\.tsx$': swc({ syntax: 'typescript', tsx: true }),
  },
  // These ship only ES modules, or import Node's own as such, which Jest's module system cannot load as they are.
  transformIgnorePatterns: [
    '/node_modules/(?!(@opentelemetry/otlp-exporter-base|any-ascii|preact|preact-render-to-string|d3-[a-z-]+|internmap|p-map|@seriousme)/)',
  ],
};

/** @type {import('jest').Config} */
export default {
  // For a machine with much other work: what hangs is told after four minutes, too.
  testTimeout: 240_000,
  // More than cores: most scenarios wait on timers and processes more than they compute.
  maxWorkers: availableParallelism() + 2,
  // A worker that is done gives back half a gigabyte, which takes longer than Jest's half second where cores are busy;
  // one that a socket or a timer holds is told all the same.
  workerGracefulExitTimeout: 20_000,
  testSequencer: '<rootDir>/scripts/longest-first.mjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,bench,evals,proofs}/**/*.test.ts?(x)'],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/e2e/**/*.test.ts'],
      // These run the built programs; building takes a second, so that they never run stale ones.
      globalSetup: '<rootDir>/scripts/build-before-tests.mjs',
      globalTeardown: '<rootDir>/scripts/end-shared-stack.mjs',
    },
  ],
};
