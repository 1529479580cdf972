import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { type Charge, chargeFor } from '../domain/charge';
import { fund } from '../domain/funding';
import { hasSlot, limitReached } from '../domain/shipment-limit';
import type { Ledger } from '../ports';
import { type EntitlementDependencies, getEntitlements } from './get-entitlements';

export interface ChargePreview {
  charge: Charge;
  available: Cents;
  /** What the payment method would be charged; 0 when the balance suffices or the rules refuse. */
  recharge: Cents;
  /** Below 0 when the rules refuse. */
  availableAfter: Cents;
  limitMessage: string | undefined;
}

interface Dependencies extends EntitlementDependencies {
  ledger: Ledger;
}

interface Request {
  accountId: AccountId;
  postage: Cents;
  insurance: Cents;
  batch: boolean;
}

/** What a purchase would charge and leave behind. Changes nothing. */
export const previewCharge =
  (dependencies: Dependencies) =>
  async ({ accountId, postage, insurance, batch }: Request): Promise<ChargePreview> => {
    const { ledger, accounts, clock } = dependencies;
    const [{ available }, { autoRecharge }, { standing, used }] = await Promise.all([
      ledger.position(accountId),
      accounts.find(accountId),
      getEntitlements(dependencies)(accountId),
    ]);
    const charge = chargeFor(postage, insurance, { autoRecharge, batch });
    const funding = fund(available, charge, autoRecharge);
    const recharge = funding.kind === 'recharge' ? funding.amount : ZERO;
    return {
      charge,
      available,
      recharge,
      availableAfter: sumCents(available, recharge, cents(-charge.total)),
      limitMessage: hasSlot(standing.plan, used.shipments)
        ? undefined
        : limitReached(standing.plan, clock.now()),
    };
  };
