import type { HookDelivery } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import { z } from 'zod';
import { accountOfKey } from '../../../domain/platforms/door-key';
import type { KeyDependencies } from '../begin-woocommerce-keys';
import { connectStore } from '../connect-platform';

/** What `WC_Auth::post_consumer_data` of WooCommerce sends; the rest of it is of no use here. */
const KEYS = z.object({ consumer_key: z.string().min(1), consumer_secret: z.string().min(1) });

/**
 * The keys that a store made for us, at the address that only it was told, once. Whatever goes wrong, it takes its keys back.
 * @throws DomainError `not_found` · `invalid_argument` · `unavailable`
 */
export async function receiveWooCommerceKeys(
  dependencies: KeyDependencies,
  hook: HookDelivery,
): Promise<void> {
  const accountId = accountOfKey(hook.key);
  const offer = accountId && (await dependencies.offers.take(hook.key, accountId));
  if (!offer) throw hookNotConfigured(hook);
  const keys = read(hook);
  const access = {
    ...{ platform: 'woocommerce' as const, url: offer.url },
    ...{ consumerKey: keys.consumer_key, consumerSecret: keys.consumer_secret },
  };
  try {
    await connectStore(dependencies, offer.accountId, offer.storeName, access);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'failed_precondition') throw error;
    throw new DomainError('invalid_argument', 'hook_unreadable', { source: hook.source }, { cause: error });
  }
}

function read({ source, body }: HookDelivery): z.infer<typeof KEYS> {
  try {
    return KEYS.parse(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch (cause) {
    throw new DomainError('invalid_argument', 'hook_unreadable', { source }, { cause });
  }
}
