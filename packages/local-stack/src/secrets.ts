import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from './write-file-atomically';

const secretsSchema = z.object({
  TOKEN_KEYS: z.string().min(1),
  SEAL_KEYS: z.string().min(1),
  LINK_KEYS: z.string().min(1),
  PLATFORM_KEYS: z.string().min(1),
  WEBHOOK_KEYS: z.string().min(1),
  UNSUBSCRIBE_KEYS: z.string().min(1),
  REQUEST_STATE_KEYS: z.string().min(1),
});

/**
 * The key rings of one data directory. Sealed data can be opened only with them, so they must be stored as long as the
 * data.
 */
export type StackSecrets = z.infer<typeof secretsSchema>;

/** Reads the keys, or creates them at the first start. Only the owner of the directory may read the file. */
export function loadSecrets(dataDir: string): StackSecrets {
  const path = join(dataDir, 'secrets.json');
  if (existsSync(path)) return secretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const secrets: StackSecrets = {
    TOKEN_KEYS: newKeyRing(),
    SEAL_KEYS: newKeyRing(),
    LINK_KEYS: newKeyRing(),
    PLATFORM_KEYS: newKeyRing(),
    WEBHOOK_KEYS: newKeyRing(),
    UNSUBSCRIBE_KEYS: newKeyRing(),
    REQUEST_STATE_KEYS: newKeyRing(),
  };
  writeFileAtomically(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

const newKeyRing = (): string => `local1:${randomBytes(32).toString('base64url')}`;
