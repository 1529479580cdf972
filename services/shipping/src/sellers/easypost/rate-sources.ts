import { accountsWith, type OwnAccount } from '../../domain/own-account';
import type { EasypostDeclaration } from './easypost-declarations';
import type { EasypostRate } from './easypost-shapes';

/** The EasyPost carrier accounts that may rate and sell a shipment. */
export interface RateSources {
  /** Account ids sent to EasyPost; undefined: all accounts of the key. */
  readonly ids: readonly string[] | undefined;
  /** True when this merchant may use the rate. The rate's carrier account decides. */
  accepts(
    carrier: EasypostDeclaration,
    rate: Pick<EasypostRate, 'carrier_account_id' | 'billing_type'>,
  ): boolean;
}

/**
 * The accounts for rating: the operator's and the merchant's own. If the merchant has an own account of a carrier, only
 * this account's rates count, and only if the carrier bills them. Rates that EasyPost bills cost the operator, so the
 * balance must pay them.
 * @param deployment external ids; if empty, the key's accounts are used and merchants have none of their own
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

/** The accounts for a sale: the merchant's account of the rate, otherwise the operator's accounts. */
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
