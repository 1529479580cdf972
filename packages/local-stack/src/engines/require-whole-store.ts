import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { neededBytes, storeBytes, storeFile } from '@parcelyard/embedded-mongo/storage/store-file';

interface Options {
  folder: string;
  dataDir: string;
  program: string;
}

/**
 * Refuses to start on a lost or truncated store: an empty store would lose the shop's history, and reading a truncated
 * store would end the process without a message.
 * @throws Error
 */
export async function requireWholeStore({ folder, dataDir, program }: Options): Promise<void> {
  if (!existsSync(folder)) return;
  const file = storeFile(folder);
  const bytes = storeBytes(folder);
  if (bytes === 0) {
    // The keys are created after the engine's first start. If there are no keys, the engine has stored nothing that
    // could be lost.
    if (!existsSync(join(dataDir, 'secrets.json'))) return;
    throw new Error(`${file} is missing or empty, but ${dataDir} had a shop before. ${remedy(dataDir)}`);
  }
  const needed = neededBytes(folder);
  if (needed === undefined)
    throw new Error(`${file} is not a store of the embedded engine. ${remedy(dataDir)}`);
  if (bytes >= needed || (await canBeRead(program, folder))) return;
  throw new Error(`${file} is truncated: it has ${bytes} of ${needed} bytes. ${remedy(dataDir)}`);
}

const remedy = (dataDir: string): string =>
  `Nothing was changed. Restore ${dataDir} from a copy, or delete the folder to start with a new shop.`;

/** Reads the whole store in another process, because the reading may crash the process. */
const canBeRead = (program: string, folder: string): Promise<boolean> =>
  promisify(execFile)(process.execPath, [program], {
    env: { PATH: process.env.PATH, EMBEDDED_MONGO_READ_ONCE: folder },
  }).then(
    () => true,
    () => false,
  );
