import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The SHA-256 of a file, hexadecimal. */
export const sha256Of = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');
