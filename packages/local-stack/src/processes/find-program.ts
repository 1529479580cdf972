import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of an executable, from PATH and then from the further folders; undefined when there is none. */
export function findProgram(
  name: string,
  path: string | undefined,
  alsoIn: readonly string[] = [],
): string | undefined {
  const folders = [...(path ?? '').split(delimiter).filter((folder) => folder !== ''), ...alsoIn];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
