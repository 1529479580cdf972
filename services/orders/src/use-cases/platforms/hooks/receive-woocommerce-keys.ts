import type { HookDelivery } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import { z } from 'zod';
import { accountOfKey } from '../../../domain/platforms/hook-key';
import { codeName } from '../../../domain/platforms/store-code';
import type { KeyDependencies } from '../begin-woocommerce-keys';
import { storeProblem } from '../connect-platform';

/** The body that `WC_Auth::post_consumer_data` of WooCommerce sends. Its other fields are not used. */
const KEYS = z.object({ consumer_key: z.string().min(1), consumer_secret: z.string().min(1) });

/**
 * Receives the keys that a store created for us, once, at an address that only the store knows. The keys are stored,
 * and the store shows a code to the people who run it. The code is needed because the person who approved may have
 * followed a stranger's link. If this call fails, the store removes its keys.
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
  const { woocommerce } = dependencies.platforms;
  const code = dependencies.newCode();
  try {
    const access = await woocommerce.verify({
      platform: 'woocommerce',
      url: offer.url,
      consumerKey: keys.consumer_key,
      consumerSecret: keys.consumer_secret,
    });
    await woocommerce.codes.show(access, codeName(code, offer.accountName));
    await dependencies.offers.hold(offer, { access, code });
  } catch (error) {
    const problem = storeProblem(offer.storeName, error);
    if (problem.code !== 'failed_precondition') throw problem;
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
