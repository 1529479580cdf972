import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import type { Image } from './images';
import { pinnedValues } from './pinned-values';

/**
 * Packs the chart. The chart's values name each image by its digest if the image was pushed, otherwise by its tag.
 * @returns the file's name in the folder
 */
export function chartPackage(root: string, folder: string, images: readonly Image[]): string {
  const work = mkdtempSync(join(tmpdir(), 'parcelyard-chart-'));
  try {
    const chart = join(work, 'parcelyard');
    cpSync(join(root, 'charts/parcelyard'), chart, { recursive: true });
    const values = join(chart, 'values.yaml');
    const references = new Map(
      images.map(({ service, reference, pinned }) => [service, pinned ?? reference]),
    );
    writeFileSync(values, pinnedValues(readFileSync(values, 'utf8'), references));
    // Helm is searched on PATH, and then among the npm packages.
    const path = [process.env.PATH ?? '', join(root, 'node_modules/.bin')].join(delimiter);
    const output = execFileSync('helm', ['package', chart, '--destination', folder], {
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
    });
    return basename(output.trim().split(/\s/).at(-1) ?? '');
  } finally {
    rmSync(work, { recursive: true });
  }
}
