import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions, Workshop } from '../workshop';

const MODULE = 'module parcelyard.example/client\n\ngo 1.23\n';

/** Compiles a generated Go package with the flow in its folder `flow`, and runs the flow. */
export const goModule = (folder: string) => ({
  compile: async (workshop: Workshop): Promise<void> => {
    const inside = { folder: join(workshop.folder, folder), timeout: 600_000 };
    writeFileSync(join(inside.folder, 'go.mod'), MODULE);
    await workshop.run('go', ['mod', 'tidy'], inside);
    await workshop.run('go', ['vet', '.'], inside);
    await workshop.run('go', ['build', '-o', 'walk', './flow'], inside);
  },
  flow: async (workshop: Workshop, options: RunOptions): Promise<void> => {
    await workshop.run(join(workshop.folder, folder, 'walk'), [], options);
  },
});
