import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { stringify } from 'yaml';

/**
 * Starts an empty registry for images and charts (Debian's `docker-registry`) on this machine, and stops it after the
 * work. The registry listens on loopback, because Docker requires TLS of a registry at any other address.
 */
export async function withRegistry<Result>(
  folder: string,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const root = join(folder, 'registry');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const address = `127.0.0.1:${await freePort()}`;
  const config = join(folder, 'registry.yaml');
  writeFileSync(
    config,
    stringify({ version: 0.1, storage: { filesystem: { rootdirectory: root } }, http: { addr: address } }),
  );
  const registry = spawn('docker-registry', ['serve', config], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => registry.once('close', () => resolve()));
  try {
    await eventually(async () => {
      if (registry.exitCode !== null) throw new Error(`docker-registry ended with ${registry.exitCode}.`);
      await fetch(`http://${address}/v2/`);
    });
    return await work(address);
  } finally {
    registry.kill();
    await ended;
    rmSync(root, { recursive: true, force: true });
  }
}
