import { accountsWith, type OwnAccount } from '../../domain/own-account';
import type { EasypostDeclaration } from './easypost-declarations';
import type { EasypostRate } from './easypost-shapes';

/** The EasyPost carrier accounts that may rate and sell a shipment. */
export interface RateSources {
  /** Account ids sent to EasyPost; undefined: all accounts of the key. */
  readonly ids: readonly string[] | undefined;
  /** True when this merchant may use the rate. This depends on the rate's carrier account. */
  accepts(
    carrier: EasypostDeclaration,
    rate: Pick<EasypostRate, 'carrier_account_id' | 'billing_type'>,
  ): boolean;
}

/**
 * Returns the accounts for rating: the operator's and the merchant's own. If the merchant has an own account of a
 * carrier, only this account's rates are used, and only if the carrier bills them to the merchant. EasyPost bills its
 * rates to the operator, so the merchant's balance must pay them.
 * @param deployment external ids; if empty, all accounts of the key are used and merchants have no own accounts
 */
export function ratingSources(deployment: readonly string[], own: readonly OwnAccount[] = []): RateSources {
  if (deployment.length === 0) return { ids: undefined, accepts: () => true };
  return {
    ids: [...deployment, ...own.map(({ externalId }) => externalId)],
    accepts: ({ code }, { carrier_account_id: id, billing_type }) => {
      const accounts = accountsWith(code, own);
      if (accounts.length === 0) return isAmong(deployment, id);
      return billing_type === 'carrier' && accounts.some(({ externalId }) => externalId === id);
    },
  };
}

/** Returns the accounts for a sale: the merchant's account of the rate, otherwise the operator's accounts. */
export function saleSources(deployment: readonly string[], ownAccount: string | undefined): RateSources {
  if (ownAccount !== undefined) {
    const isBilled = ({ billing_type }: Pick<EasypostRate, 'billing_type'>) => billing_type === 'carrier';
    return {
      ids: [ownAccount],
      accepts: (_, rate) => isBilled(rate) && rate.carrier_account_id === ownAccount,
    };
  }
  return ratingSources(deployment);
}

const isAmong = (ids: readonly string[], id: string | null | undefined): boolean =>
  id !== null && id !== undefined && ids.includes(id);
