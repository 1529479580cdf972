import { accountsWith, type OwnAccount } from '../../domain/own-account';
import type { EasypostDeclaration } from './easypost-declarations';
import type { EasypostRate } from './easypost-shapes';

/** The EasyPost carrier accounts from which rates and labels may come. */
export interface RateSources {
  readonly ids: readonly string[] | undefined;
  /** Returns whether this merchant may use the rate. This depends on the carrier account from which the rate comes. */
  accepts(
    carrier: EasypostDeclaration,
    rate: Pick<EasypostRate, 'carrier_account_id' | 'billing_type'>,
  ): boolean;
}

/**
 * Returns the carrier accounts for rates: the operator's and the merchant's own. If the merchant has an account with a
 * carrier, only the rates of this account are used, and only if the carrier bills the merchant for them. Other rates of
 * this account are billed by EasyPost, so the operator would pay for them.
 * @param deployment the operator's accounts; if empty, all accounts of the key are used, and merchants have none of
 * their own
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

/**
 * Returns the carrier accounts for a sale: the merchant's account if the rate comes from it, otherwise the operator's.
 */
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
