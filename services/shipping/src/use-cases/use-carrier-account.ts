import type { LinkedCarrier, UseCarrierAccountRequest } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountsVariable, type Seller } from '../domain/seller';
import type { CarrierRegistry } from '../sellers/carrier-registry';
import { carriersVariable } from '../sellers/seller-variables';
import type { ShippingPorts } from './shipping-ports';

type Ports = Pick<ShippingPorts, 'carriers' | 'carrierAccounts' | 'settings'>;

/** The id of a carrier account at a seller, such as EasyPost's `ca_1f2e…`. */
const EXTERNAL_ID = /^[A-Za-z0-9_-]{1,80}$/;

/**
 * Begins to use a merchant's carrier account: rates and labels of this carrier then come from the account, and the
 * carrier bills the merchant. An empty `externalId` ends the use. The id does not prove whose account it is; the
 * operator who connected the account at the seller is responsible. Can be repeated.
 * @throws DomainError not_found · invalid_argument for a malformed id or an id of the operator · already_exists for an
 * account of another merchant · failed_precondition when the operator lists no accounts, because then all merchants
 * would use this account
 */
export async function useCarrierAccount(
  { carriers, carrierAccounts, settings }: Ports,
  { accountId, carrierAccountId, externalId, seller: given }: UseCarrierAccountRequest,
): Promise<LinkedCarrier> {
  const linked = await carrierAccounts.list(accountId);
  const account = linked.find((one) => one.carrierAccountId === carrierAccountId);
  if (!account) throw new DomainError('not_found', 'carrier_account_not_found', { carrierAccountId });
  if (externalId === '') {
    await settings.endOwnAccount(accountId, carrierAccountId);
    return account;
  }
  const field = 'external_id';
  const { carrier } = account;
  const seller = sellerOf(carriers, carrier, given);
  const deployment = carriers.accounts[seller];
  const variable = accountsVariable(seller) ?? carriersVariable(seller);
  if (!deployment) throw new DomainError('failed_precondition', 'carrier_accounts_not_named', { variable });
  if (!EXTERNAL_ID.test(externalId)) {
    throw new DomainError('invalid_argument', 'carrier_account_id_malformed', { got: externalId }, { field });
  }
  if (deployment.includes(externalId)) {
    throw new DomainError('invalid_argument', 'carrier_account_of_deployment', { variable }, { field });
  }
  const taken = await settings.useOwnAccount(accountId, { seller, carrierAccountId, carrier, externalId });
  if (!taken) throw new DomainError('already_exists', 'carrier_account_of_another', {}, { field });
  return { ...account, externalId };
}

/** Returns the seller that was named, or the only seller of this carrier. */
function sellerOf({ all, get }: CarrierRegistry, carrier: string, given = ''): Seller {
  const sellers = all.filter(({ code }) => code === carrier).map(({ seller }) => seller);
  if (given === '' && sellers.length < 2) return get(carrier).seller;
  const named = sellers.find((seller) => seller === given);
  if (named) return named;
  const params = { allowed: sellers, got: given };
  throw new DomainError('invalid_argument', 'field_not_one_of', params, { field: 'seller' });
}
