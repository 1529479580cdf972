import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../workshop';

/**
 * Expects that the product refuses to start with this environment, and that the last line of its output matches `told`.
 * Returns a fault if not; otherwise an empty list.
 */
export async function refusedStart(
  workshop: Workshop,
  environment: Readonly<Record<string, string>>,
  told: RegExp,
): Promise<string[]> {
  const data = join(workshop.folder, 'refused');
  rmSync(data, { recursive: true, force: true });
  const { code, stderr, stdout } = await workshop.attempt(process.execPath, ['dist/local-stack.mjs'], {
    folder: process.cwd(),
    environment: { ...environment, PORT: '0', DATA_DIR: data },
    timeout: 60_000,
  });
  const last = (stderr || stdout).trim().split('\n').at(-1) ?? '';
  return code === 1 && told.test(last)
    ? []
    : [`${Object.keys(environment).join(', ')}: ${code}, ${last.slice(0, 300)}`];
}
