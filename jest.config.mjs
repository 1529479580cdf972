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
  // Jest cannot load these packages unchanged, because they ship only ES modules, or import Node's own modules as ES
  // modules. So they are transformed, too.
  transformIgnorePatterns: [
    '/node_modules/(?!(@opentelemetry/otlp-exporter-base|any-ascii|preact|preact-render-to-string|d3-[a-z-]+|internmap|p-map|@seriousme)/)',
  ],
};

/** @type {import('jest').Config} */
export default {
  // Long enough for a machine with much other work. A test that hangs is still reported, after four minutes.
  testTimeout: 240_000,
  // More workers than cores, because most scenarios spend more time on waiting than on computing.
  maxWorkers: availableParallelism() + 3,
  // How long Jest waits until a finished worker has ended. A worker first frees half a gigabyte of memory, which on
  // busy cores takes longer than Jest's default of half a second. Jest still reports a worker that a socket or a timer
  // keeps alive.
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
      // These tests run the built programs. The programs are built first, which takes a second, so that no test runs
      // outdated programs.
      globalSetup: '<rootDir>/scripts/build-before-tests.mjs',
      globalTeardown: '<rootDir>/scripts/end-shared-stack.mjs',
    },
  ],
};
