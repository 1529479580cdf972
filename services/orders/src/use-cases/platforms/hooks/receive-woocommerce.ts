import type { HookDelivery } from '@parcelyard/contracts/common';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import { requireSignature } from '@parcelyard/service-kit/hooks/require-signature';
import { accountOfKey } from '../../../domain/platforms/hook-key';
import { afterHook } from '../../../domain/platforms/sync-schedule';
import type { OrdersPorts } from '../../orders-ports';

export type WooCommerceHookDependencies = Pick<OrdersPorts, 'connections' | 'clock'>;

/**
 * Receives a store's event, and then reads the store's orders again. For a new webhook, WooCommerce first sends an
 * unsigned test, which is accepted.
 * @throws DomainError `not_found` for an address that does not belong, or no longer belongs, to this store ·
 * `unauthenticated`
 */
export async function receiveWooCommerce(
  { connections, clock }: WooCommerceHookDependencies,
  hook: HookDelivery,
): Promise<void> {
  const accountId = accountOfKey(hook.key);
  const access = accountId && (await connections.readAccess(accountId, 'woocommerce'))?.access;
  const known = access?.platform === 'woocommerce' ? access.hook : undefined;
  if (!accountId || known?.key !== hook.key) throw hookNotConfigured(hook);
  const { headers, body } = hook;
  if (isPing(hook)) return;
  const signature = headers['x-wc-webhook-signature'];
  requireSignature({ body, signature, encoding: 'base64' }, [known.secret]);
  await connections.requestImport(accountId, 'woocommerce', afterHook(clock.now()));
}

/** True for WooCommerce's unsigned test (`WC_Webhook::deliver_ping`), a form with the webhook's number. */
const isPing = ({ headers, body }: HookDelivery): boolean =>
  headers['x-wc-webhook-signature'] === undefined &&
  Buffer.from(body).subarray(0, 11).toString() === 'webhook_id=';
