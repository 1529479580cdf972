import type { Empty } from '@parcelyard/contracts/common';
import type { ChangeSandboxOrderRequest } from '@parcelyard/contracts/orders';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { keptExternalId } from '../../domain/platforms/platform';
import { changedSandboxOrder } from '../../domain/platforms/sandbox-store';
import { afterHook } from '../../domain/platforms/sync-schedule';
import type { OrdersPorts } from '../orders-ports';

type Ports = Pick<OrdersPorts, 'connections' | 'sandboxChanges' | 'clock'>;

const STATES = ['open', 'canceled', 'shipped'] as const;

/**
 * Changes an order of a sandbox store, as its merchant would. The store reports the change, and an import follows.
 * @throws DomainError `invalid_argument` · `not_found` · `failed_precondition`
 */
export async function changeSandboxOrder(
  { connections, sandboxChanges, clock }: Ports,
  { accountId: account, externalId, note, state: given }: ChangeSandboxOrderRequest,
): Promise<Empty> {
  const accountId = toAccountId(account);
  const state = STATES.find((known) => known === given);
  if (given !== '' && !state) {
    throw new DomainError('invalid_argument', 'field_not_among', { allowed: STATES }, { field: 'state' });
  }
  const access = await connections.openAccess(accountId, 'sandbox');
  if (access?.platform !== 'sandbox') {
    const field = { field: 'account' };
    throw new DomainError('failed_precondition', 'platform_not_connected', { platform: 'sandbox' }, field);
  }
  const prefix = keptExternalId('sandbox', '');
  const number = Number(externalId.startsWith(prefix) ? externalId.slice(prefix.length) : externalId);
  const changedAt = clock.now();
  const isThere =
    Number.isSafeInteger(number) &&
    number > 0 &&
    changedSandboxOrder(accountId, { number, state: 'open', changedAt }, access.ordersPerDay);
  if (!isThere) {
    const params = { externalOrderId: externalId };
    throw new DomainError('not_found', 'store_order_not_found', params, { field: 'external_id' });
  }
  await sandboxChanges.change(accountId, number, {
    changedAt,
    ...(state ? { state } : {}),
    ...(note === undefined ? {} : { note: cleanSavedText(note) }),
  });
  await connections.requestImport(accountId, 'sandbox', afterHook(changedAt));
  return {};
}
