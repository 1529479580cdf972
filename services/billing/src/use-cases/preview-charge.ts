import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { billingMonth } from '../domain/billing-month';
import { type Charge, chargeFor } from '../domain/charge';
import { fund, insufficientBalance } from '../domain/funding';
import { type PlanTable, standingOn } from '../domain/plan';
import { hasSlot, limitReached } from '../domain/shipment-limit';
import type { Accounts, Ledger, Usage } from '../ports';

export interface ChargePreview {
  charge: Charge;
  available: Cents;
  /** What the payment method would be charged; 0 when the balance suffices or the rules refuse. */
  recharge: Cents;
  /** Below 0 when the rules refuse. */
  availableAfter: Cents;
  limitMessage: string | undefined;
}

interface Dependencies {
  ledger: Ledger;
  accounts: Accounts;
  usage: Usage;
  plans: PlanTable;
  clock: Clock;
}

interface Request {
  accountId: AccountId;
  postage: Cents;
  insurance: Cents;
  batch: boolean;
}

/** What a purchase would charge and leave behind. Changes nothing. */
export const previewCharge =
  ({ ledger, accounts, usage, plans, clock }: Dependencies) =>
  async ({ accountId, postage, insurance, batch }: Request): Promise<ChargePreview> => {
    const now = clock.now();
    const [{ available }, { autoRecharge, plan: code, planSince }, shipments] = await Promise.all([
      ledger.position(accountId),
      accounts.find(accountId),
      usage.shipments(accountId, billingMonth(now).key),
    ]);
    const { plan } = standingOn(plans, code, planSince, now);
    const charge = chargeFor(postage, insurance, { autoRecharge, batch });
    const funding = fund(available, charge, autoRecharge);
    const recharge = funding.kind === 'recharge' ? funding.amount : ZERO;
    return {
      charge,
      available,
      recharge,
      availableAfter: sumCents(available, recharge, cents(-charge.total)),
      limitMessage:
        refusal(available, charge) ?? (hasSlot(plan, shipments) ? undefined : limitReached(plan, now)),
    };
  };

/** Below zero nothing is held, whatever the plan has left. */
const refusal = (available: Cents, charge: Charge): string | undefined =>
  available < 0 ? insufficientBalance(available, charge, '') : undefined;
