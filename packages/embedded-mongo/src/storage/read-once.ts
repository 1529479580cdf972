import { open } from 'lmdb';

/**
 * Reads every entry of a store. If a page is missing, the process crashes, which the caller sees from the exit code.
 */
export async function readOnce(directory: string): Promise<void> {
  const database = open<Buffer, Buffer>({
    path: directory,
    noSubdir: false,
    readOnly: true,
    encoding: 'binary',
    keyEncoding: 'binary',
    mapSize: 1 << 30,
  });
  let bytes = 0;
  for (const { value } of database.getRange({ snapshot: false })) bytes += value.length;
  await database.close();
  process.stdout.write(`${bytes} bytes\n`);
}
