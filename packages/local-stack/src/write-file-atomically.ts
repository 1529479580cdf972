import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/**
 * Writes a file so that a reader sees the old or the new content, never a part. Only the file's owner may read the
 * file.
 */
export function writeFileAtomically(path: string, content: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
