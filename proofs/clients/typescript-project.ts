import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions, Workshop } from '../workshop';

const COMPILER = ['typescript@5.9.3', '@types/node@20.19.24', 'tsx@4.20.6'];

const STRICT = [
  ...['--strict', '--noEmit', '--skipLibCheck', '--types', 'node', '--lib', 'es2022,dom'],
  ...['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'],
];

/** Checks `flow.ts` strictly together with its `client`, and runs it. */
export const typescriptProject = (packages: readonly string[]) => ({
  compile: async (workshop: Workshop): Promise<void> => {
    writeFileSync(join(workshop.folder, 'package.json'), '{"type":"module"}\n');
    await workshop.npm([...COMPILER, ...packages]);
    await workshop.run(join(workshop.folder, 'node_modules/.bin/tsc'), [...STRICT, 'flow.ts']);
  },
  flow: async (workshop: Workshop, options: RunOptions): Promise<void> => {
    await workshop.run(join(workshop.folder, 'node_modules/.bin/tsx'), ['flow.ts'], options);
  },
});
