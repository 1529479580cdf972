import type { StoreTurn } from '../../adapters/mongo/connection-store';
import type { EventsState, PlatformConnection } from '../../domain/platforms/connection';
import { afterLag, isBeyondSchedule, nextSync, nextTurn } from '../../domain/platforms/sync-schedule';
import { type Platform, PlatformRefused } from '../../ports';
import type { OrdersPorts } from '../orders-ports';
import { queueImport } from './start-sync';

export type TendStoreDependencies = Pick<
  OrdersPorts,
  'connections' | 'jobs' | 'shops' | 'platforms' | 'schedule' | 'reachable' | 'clock' | 'logger'
>;

/**
 * Does what is due for a connected store: subscribes to its events, and queues an import.
 * @throws LeaseLostError
 */
export async function tendStore(dependencies: TendStoreDependencies, turn: StoreTurn): Promise<void> {
  const { schedule, clock } = dependencies;
  const { connection } = turn;
  const events =
    connection.events === 'wanted' ? await askForEvents(dependencies, connection) : connection.events;
  const now = clock.now();
  const { platform, status } = connection;
  // The store accepts us again, so the changes that were missed are imported now.
  const isBack = status === 'error' && connection.events === 'wanted' && events === 'on';
  const noted = isBack ? now : (turn.syncAt ?? nextSync(schedule, platform, now));
  const syncAt = noted && isBeyondSchedule(noted, schedule, now, status) ? now : noted;
  // An import that is already running may have missed the latest changes. So the due import stays due until a new
  // import can be queued.
  const begun =
    syncAt !== undefined && syncAt <= now && (await queueImport(dependencies, connection)) !== undefined;
  const scheduled = begun ? nextSync(schedule, platform, now, status) : syncAt;
  const next = begun && turn.importRequested ? afterLag(now, scheduled) : scheduled;
  await turn.end({ events, syncAt: next, dueAt: nextTurn(events, next, now), answered: begun });
}

async function askForEvents(
  { connections, shops, platforms, reachable, logger }: TendStoreDependencies,
  { accountId, platform, connectedAt }: PlatformConnection,
): Promise<EventsState> {
  try {
    const access = await connections.openAccess(accountId, platform);
    const { events } = platforms[platform] as Platform;
    // The credentials may be readable again later, when the operator has added the lost key.
    if (!access) return 'wanted';
    if (!reachable || !events?.canTell(access)) return 'off';
    // A process may have crashed while it connected this shop, before it stored to which account the shop belongs. So
    // this is stored again.
    if (access.platform === 'shopify') await shops.noteConnected(access.shop, accountId, connectedAt);
    await events.subscribe(access);
    return 'on';
  } catch (error) {
    logger.warn({ accountId, platform, err: error }, 'the store did not accept our webhook');
    return error instanceof PlatformRefused ? 'refused' : 'wanted';
  }
}
