import { accountsWith, type OwnAccount } from '../../domain/own-account';
import type { EasypostDeclaration } from './easypost-declarations';
import type { EasypostRate } from './easypost-shapes';

/** Which of EasyPost's carrier accounts a shipment is rated and sold by. */
export interface RateSources {
  /** What EasyPost is told; undefined: every account that the key has. */
  readonly ids: readonly string[] | undefined;
  /** Whether one carrier's rate is for this merchant, by the account that EasyPost says it is of. */
  accepts(
    carrier: EasypostDeclaration,
    rate: Pick<EasypostRate, 'carrier_account_id' | 'billing_type'>,
  ): boolean;
}

/**
 * For rating: the deployment's accounts, and the merchant's own. A carrier that the merchant has an own account with
 * rates by that alone, and only where EasyPost says that the carrier bills it: whatever EasyPost bills is charged to the
 * deployment, and has to be paid by the balance.
 * @param deployment external ids; none: the deployment names none, and merchants have none of their own
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

/** For a sale: the one account that was rated, or else the deployment's. */
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
