import type { DisconnectPlatformRequest } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { within } from '@parcelyard/service-kit/within';
import type { StoreAccess } from '../../domain/platforms/connection';
import { DISCONNECTED } from '../../domain/platforms/import-job';
import { isPlatform, PLATFORMS, type PlatformName } from '../../domain/platforms/platform-name';
import type { Platform } from '../../ports';
import type { OrdersPorts } from '../orders-ports';

export type DisconnectDependencies = Pick<
  OrdersPorts,
  'connections' | 'jobs' | 'shops' | 'platforms' | 'clock' | 'logger'
>;

/**
 * How long the call that asks the store to send no more events may take. Its failure does not matter, because the store
 * is already disconnected.
 */
const UNSUBSCRIBE_MS = 5_000;

/**
 * Deletes a store's credentials and ends its imports. Then asks the store to send no more events, and ignores its
 * answer. The store's orders stay.
 * @throws DomainError `invalid_argument` for an unknown platform
 */
export async function disconnectPlatform(
  dependencies: DisconnectDependencies,
  { accountId, platform }: DisconnectPlatformRequest,
): Promise<Record<never, never>> {
  if (!isPlatform(platform)) {
    const allowed = { allowed: PLATFORMS };
    throw new DomainError('invalid_argument', 'field_not_among', allowed, { field: 'platform' });
  }
  const access = await forgetStore(dependencies, toAccountId(accountId), platform);
  if (access) await unsubscribe(dependencies, access);
  return {};
}

/** @returns the store's credentials; undefined when no store was connected, or when they can no longer be read */
export async function forgetStore(
  { connections, jobs, shops, clock }: Omit<DisconnectDependencies, 'platforms' | 'logger'>,
  accountId: AccountId,
  platform: PlatformName,
): Promise<StoreAccess | undefined> {
  // Imports end first, so that no import of this store continues with the account's next store. An import may still
  // begin before the store is deleted, so imports are ended again after the deletion.
  await jobs.endActive(accountId, platform, DISCONNECTED);
  const gone = await connections.disconnect(accountId, platform);
  await jobs.endActive(accountId, platform, DISCONNECTED);
  if (gone && platform === 'shopify') await shops.noteLeft(gone.store, accountId, clock.now());
  return gone?.access;
}

async function unsubscribe(
  { platforms, logger }: DisconnectDependencies,
  access: StoreAccess,
): Promise<void> {
  const { events } = platforms[access.platform] as Platform;
  if (!events?.canTell(access)) return;
  try {
    await within(UNSUBSCRIBE_MS, events.unsubscribe(access), () => undefined);
  } catch (error) {
    logger.info(
      { platform: access.platform, err: error },
      'the webhooks of a disconnected store were not removed',
    );
  }
}
