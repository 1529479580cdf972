import { type Cents, ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { BillingAccount } from '../domain/account';
import { billingMonth } from '../domain/billing-month';
import { type Charge, chargeFor } from '../domain/charge';
import type { HeldCharge, Transfer } from '../domain/ledger';
import { type PlanTable, standingOn } from '../domain/plan';
import type { Purchase } from '../domain/purchase';
import { limitReached } from '../domain/shipment-limit';
import { holdKey, holdTransfer } from '../domain/transfers';
import type { Accounts, Purchases, Usage } from '../ports';
import type { AccountLanes } from './account-lanes';
import { appendTransfer } from './append-transfer';
import { type RechargeDependencies, rechargeForPurchase } from './recharge-for-purchase';

export interface HoldRequest {
  accountId: AccountId;
  purchaseId: string;
  postage: Cents;
  insurance: Cents;
  batch: boolean;
}

export interface HoldDependencies extends RechargeDependencies {
  accounts: Accounts;
  purchases: Purchases;
  usage: Usage;
  plans: PlanTable;
  /** For whole holds, recharge included; appending has lanes of its own, so that captures pass a slow recharge. */
  holdLanes: AccountLanes;
}

/**
 * Claims a monthly slot, recharges by the money rules when the balance is short, and holds the charge. Each step is
 * written down before it is taken and may be repeated, so a call that was cut short anywhere is resumed by the next one
 * with the same purchase.
 * @param signal of the caller's deadline: work that nobody waits for any more is not begun
 * @throws DomainError resource_exhausted at the plan's limit, payment_required when it cannot be paid, unavailable when
 * the payment gateway gave no answer, failed_precondition once the purchase was released
 */
export const holdPurchase =
  (dependencies: HoldDependencies) =>
  (request: HoldRequest, signal: AbortSignal): Promise<HeldCharge> =>
    dependencies.holdLanes.run(request.accountId, async () => {
      if (signal.aborted) throw new DomainError('deadline_exceeded', 'The hold was not begun in time.');
      const { accountId, purchaseId } = request;
      const account = await dependencies.accounts.find(accountId);
      const opened = await openPurchase(dependencies, request, account);
      if (opened.held) return opened.held;
      const { purchase } = opened;
      try {
        await claimSlot(dependencies, purchase, account);
        return await hold(dependencies, purchase, account);
      } catch (error) {
        if (error instanceof DomainError && REFUSALS.has(error.code)) {
          await dependencies.usage.giveSlotBack(accountId, purchase.month, purchaseId);
          await dependencies.purchases.refuse(accountId, purchaseId);
        }
        throw error;
      }
    });

/** Answers that end this attempt with nothing held; after any other error the hold may be resumed. */
const REFUSALS: ReadonlySet<string> = new Set([
  'resource_exhausted',
  'payment_required',
  // A release came first, perhaps before the slot was claimed.
  'failed_precondition',
]);

type Opened = { purchase: Purchase; held?: never } | { held: HeldCharge; purchase?: never };

/** The purchase as it was first opened; a refused one is opened anew at today's terms. */
async function openPurchase(
  { purchases, ledger, clock }: HoldDependencies,
  { accountId, purchaseId, postage, insurance, batch }: HoldRequest,
  { autoRecharge }: BillingAccount,
): Promise<Opened> {
  const now = clock.now();
  const { fee } = chargeFor(postage, insurance, { autoRecharge, batch });
  const month = billingMonth(now).key;
  const purchase: Purchase = {
    id: purchaseId,
    accountId,
    state: 'open',
    postage,
    insurance,
    fee,
    batch,
    month,
  };
  if (await purchases.insert(purchase, now)) return { purchase };
  const present = await purchases.find(accountId, purchaseId);
  if (present?.state === 'open') {
    const held = await ledger.find(accountId, holdKey(purchaseId));
    return held ? { held: chargeOf(held) } : { purchase: present };
  }
  if (present?.state === 'refused' && (await purchases.replaceRefused(purchase))) return { purchase };
  throw released(purchaseId);
}

const chargeOf = ({ key, charge }: Transfer): HeldCharge => {
  if (!charge) throw new Error(`${key} is no hold.`);
  return charge;
};

const released = (purchaseId: string) =>
  new DomainError('failed_precondition', 'This purchase was given up; nothing can be held for it any more.', {
    detail: purchaseId,
  });

async function claimSlot(
  { usage, plans, clock, failPoint }: HoldDependencies,
  { accountId, id, month }: Purchase,
  { plan: code, planSince }: BillingAccount,
): Promise<void> {
  const now = clock.now();
  const { plan } = standingOn(plans, code, planSince, now);
  if (!(await usage.claimSlot(accountId, month, id, plan.shipmentsPerMonth))) {
    throw new DomainError('resource_exhausted', limitReached(plan, now));
  }
  failPoint('hold-slot-claimed');
}

async function hold(
  dependencies: HoldDependencies,
  purchase: Purchase,
  account: BillingAccount,
): Promise<HeldCharge> {
  const { ledger, recharges } = dependencies;
  const { id: purchaseId, accountId, postage, insurance, fee, month } = purchase;
  const charge: Charge = { postage, insurance, fee, total: sumCents(postage, insurance, fee) };
  for (;;) {
    const transfer = await appendTransfer(dependencies)(accountId, async ({ available }) => {
      if (available < charge.total) return undefined;
      if (await ledger.findResolution(accountId, holdKey(purchaseId))) throw released(purchaseId);
      const latest = await recharges.findLatest(accountId, purchaseId);
      const recharged = latest?.state === 'settled' ? latest.amount : ZERO;
      return holdTransfer({ purchaseId, postage, insurance, fee, recharged, month });
    });
    if (transfer) return chargeOf(transfer);
    await rechargeForPurchase(dependencies)(purchase, charge, account);
  }
}
