import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from './write-file-atomically';

/** The content of `stack.json`; scripts and `shipctl` depend on it. */
export interface StackFile {
  baseUrl: string;
  mcpUrl: string;
  demo: { accountId: number; email: string; password: string; accessToken: string };
  /** An absolute path. */
  mailDir: string;
  /** The gateway serves only HTTP, so it has no `grpc`. */
  services: Record<string, { pid: number; grpc?: string }>;
  engines: {
    mongo: { kind: string; uri: string; pid?: number };
    nats: { kind: string; url?: string; pid?: number };
  };
}

const pathOf = (dataDir: string) => join(dataDir, 'stack.json');

export function writeStackFile(dataDir: string, file: StackFile): void {
  writeFileAtomically(pathOf(dataDir), `${JSON.stringify(file, null, 2)}\n`);
}

/** Returns undefined while no stack in this folder is ready. */
export function readStackFile(dataDir: string): StackFile | undefined {
  const path = pathOf(dataDir);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StackFile) : undefined;
}

export function removeStackFile(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true });
}
