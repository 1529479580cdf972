import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { Clock } from '../clock';
import type { Logger } from '../logger';
import { latestPossible } from '../possible-times';
import { unlessDuplicate } from './unless-duplicate';

/**
 * Changes data that earlier versions have stored. After an interruption, the migration runs again from its beginning.
 */
export interface Migration {
  /** The migration's number, from 0001 without gaps, and its purpose, such as `0001-customers-have-a-mailbox`. */
  readonly name: string;
  run(db: Db): Promise<void>;
}

interface MigrationDocument {
  _id: string;
  accountId: 0;
  /** The end of the lease. Until then, only the replica with the lease may run the migration. */
  leaseUntil: Date;
  doneAt?: Date;
}

interface Options {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds between checks while another replica runs the migration; 1,000 when absent. */
  readonly lookMs?: number;
}

const LEASE_MS = 60_000;

/**
 * Runs, in order, the migrations that are not done in this database. One replica runs each migration, and the other
 * replicas wait. No service starts before the last migration is done.
 * @throws Error when a migration fails: the service does not start, and its next start runs that migration again
 */
export async function runMigrations(
  db: Db,
  migrations: readonly Migration[],
  { clock, logger, lookMs = 1_000 }: Options,
): Promise<void> {
  const collection = db.collection<MigrationDocument>('migrations');
  const newLease = () => ({ leaseUntil: new Date(clock.now().getTime() + LEASE_MS) });

  /** Returns false when another replica runs the migration, or when the migration is done. */
  const claim = async (_id: string): Promise<boolean> => {
    const now = clock.now();
    // A lease that ends too far in the future was set by a wrong clock, so the second condition treats it as ended.
    const free = [{ leaseUntil: { $lt: now } }, { leaseUntil: { $gt: latestPossible(now, LEASE_MS) } }];
    const unclaimed = { _id, accountId: 0 as const, doneAt: { $exists: false }, $or: free };
    return unlessDuplicate(collection.updateOne(unclaimed, { $set: newLease() }, { upsert: true }));
  };

  const runClaimed = async ({ name, run }: Migration): Promise<void> => {
    const own = { _id: name, accountId: 0 as const };
    const renew = () => void collection.updateOne(own, { $set: newLease() }).catch(() => undefined);
    const heartbeat = setInterval(renew, LEASE_MS / 3);
    logger.info({ migration: name }, 'migrating');
    try {
      await run(db);
      await collection.updateOne(own, { $set: { doneAt: clock.now() } });
    } catch (cause) {
      await collection.updateOne(own, { $set: { leaseUntil: new Date(0) } }).catch(() => undefined);
      throw new Error(`The migration ${name} failed.`, { cause });
    } finally {
      clearInterval(heartbeat);
    }
  };

  for (const [index, migration] of migrations.entries()) {
    const { name } = migration;
    const number = String(index + 1).padStart(4, '0');
    if (!name.startsWith(`${number}-`))
      throw new Error(`The name of the migration ${name} must begin with its number, ${number}.`);
    while (!(await collection.findOne({ _id: name, accountId: 0, doneAt: { $exists: true } }))) {
      if (await claim(name)) await runClaimed(migration);
      else await pause(lookMs);
    }
  }
}
