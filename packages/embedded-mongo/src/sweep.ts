import { forgetRetriesBefore } from './commands/write-command';
import type { Engine } from './engine';

const SESSION_MILLISECONDS = 30 * 60_000;
const MOST_AT_ONCE = 1000;

/** Deletes expired documents (TTL indexes), answers kept for retries of sessions that ended, and idle cursors. */
export async function sweep(engine: Engine): Promise<void> {
  const now = engine.now().getTime();
  engine.cursors.dropIdle();
  await engine.storage.write(() => {
    forgetRetriesBefore(engine.storage, now - SESSION_MILLISECONDS);
    for (const { namespace, indexes } of engine.catalog.all())
      for (const { expireAfterSeconds, fields } of indexes)
        if (expireAfterSeconds !== undefined)
          removeBefore(engine, namespace, fields[0]!.path, new Date(now - expireAfterSeconds * 1000));
  });
}

function removeBefore(engine: Engine, namespace: string, path: string, oldest: Date): void {
  const collection = engine.existing(namespace);
  const expired = [];
  for (const row of engine.find(namespace, { [path]: { $lt: oldest } }))
    if (expired.push(row) === MOST_AT_ONCE) break;
  for (const row of expired) engine.documents.remove(collection, row.idKey, row.document);
}
