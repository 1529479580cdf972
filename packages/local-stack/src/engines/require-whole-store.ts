import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { neededBytes, storeBytes, storeFile } from '@parcelyard/embedded-mongo/storage/store-file';

interface Options {
  /** Folder of the embedded engine. */
  folder: string;
  dataDir: string;
  /** The engine's program. */
  program: string;
}

/**
 * A store that was lost or cut short ends the start in words: an empty one would be a shop without its past, and reading
 * behind the end of a short one would end the process without any.
 * @throws Error
 */
export async function requireWholeStore({ folder, dataDir, program }: Options): Promise<void> {
  if (!existsSync(folder)) return;
  const file = storeFile(folder);
  const bytes = storeBytes(folder);
  if (bytes === 0) {
    // The keys are made behind the engine's first start.
    if (!existsSync(join(dataDir, 'secrets.json'))) return;
    throw new Error(`${file} is empty, and ${dataDir} had a shop before. ${remedy(dataDir)}`);
  }
  const needed = neededBytes(folder);
  if (needed === undefined) throw new Error(`${file} is no store of the embedded engine. ${remedy(dataDir)}`);
  if (bytes >= needed || (await canBeRead(program, folder))) return;
  throw new Error(`${file} is cut short: it has ${bytes} bytes of ${needed}. ${remedy(dataDir)}`);
}

const remedy = (dataDir: string): string =>
  `Nothing was changed: put a copy of ${dataDir} back, or remove the folder to begin anew.`;

/** Another process reads all of it, and may die of that. */
const canBeRead = (program: string, folder: string): Promise<boolean> =>
  promisify(execFile)(process.execPath, [program], {
    env: { PATH: process.env.PATH, EMBEDDED_MONGO_READ_ONCE: folder },
  }).then(
    () => true,
    () => false,
  );
