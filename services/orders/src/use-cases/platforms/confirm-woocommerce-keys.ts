import type {
  ConfirmWooCommerceKeysRequest,
  PlatformConnection as ConnectionMessage,
} from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { Logger } from '@parcelyard/service-kit/logger';
import { within } from '@parcelyard/service-kit/within';
import type { WooCommerceAccess } from '../../domain/platforms/connection';
import { isCode } from '../../domain/platforms/store-code';
import type { Platforms } from '../../ports';
import type { OrdersPorts } from '../orders-ports';
import type { KeyDependencies } from './begin-woocommerce-keys';
import { connectStore } from './connect-platform';

type Dependencies = KeyDependencies & Pick<OrdersPorts, 'logger'>;

/**
 * How long the call that hides the code in the store may take. Its failure does not matter, because the store is
 * already connected, or its keys are already deleted.
 */
const HIDE_CODE_MS = 5_000;

/**
 * Connects the store that created keys, after the owner has entered the code shown in the store. The keys alone do not
 * prove that the people who run the store want to connect this account; the code proves it.
 * @throws DomainError `invalid_argument` for a wrong code · `failed_precondition` · `unavailable` as in
 * `connectPlatform`
 */
export async function confirmWooCommerceKeys(
  dependencies: Dependencies,
  { accountId: account, code }: ConfirmWooCommerceKeysRequest,
): Promise<ConnectionMessage> {
  const { offers } = dependencies;
  const tried = await offers.tryCode(toAccountId(account));
  if (!tried) throw new DomainError('failed_precondition', 'store_code_gone', {}, { field: 'code' });
  const { offer, held, left } = tried;
  if (!isCode(held.code, code)) {
    if (left === 0) {
      await offers.forget(offer);
      await hideCode(dependencies, held.access);
    }
    throw new DomainError('invalid_argument', 'store_code_wrong', { left }, { field: 'code' });
  }
  const connected = await connectStore(dependencies, offer.accountId, offer.storeName, held.access).catch(
    async (error: unknown) => {
      await offers.restoreTry(offer);
      throw error;
    },
  );
  await offers.forget(offer);
  await hideCode(dependencies, held.access);
  return connected;
}

async function hideCode(
  { platforms, logger }: { platforms: Platforms; logger: Logger },
  access: WooCommerceAccess,
): Promise<void> {
  try {
    await within(HIDE_CODE_MS, platforms.woocommerce.codes.hide(access), () => undefined);
  } catch (error) {
    logger.info({ platform: 'woocommerce', err: error }, 'a store keeps the webhook that showed a code');
  }
}
