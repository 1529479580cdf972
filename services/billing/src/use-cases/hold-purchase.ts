import type { Cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { KeyedMutex } from '@parcelyard/service-kit/keyed-mutex';
import type { BillingAccount } from '../domain/account';
import { billingMonth } from '../domain/billing-month';
import { chargeFor } from '../domain/charge';
import type { HeldCharge } from '../domain/ledger';
import { type PlanTable, standingOn } from '../domain/plan';
import type { Purchase } from '../domain/purchase';
import { limitReached } from '../domain/shipment-limit';
import { holdKey } from '../domain/transfers';
import type { Accounts, Usage } from '../ports';
import { appendHold, heldCharge } from './append-hold';
import { type CompleteRechargeDependencies, completeRecharge } from './complete-recharge';
import type { DriveRechargeDependencies } from './drive-recharge';
import { rechargeForPurchase } from './recharge-for-purchase';

export interface HoldRequest {
  accountId: AccountId;
  purchaseId: string;
  postage: Cents;
  insurance: Cents;
  batch: boolean;
}

export interface HoldDependencies extends CompleteRechargeDependencies, DriveRechargeDependencies {
  accounts: Accounts;
  usage: Usage;
  plans: PlanTable;
  /** For whole holds, recharge included; appending has lanes of its own, so that captures pass a slow recharge. */
  holdMutex: KeyedMutex<AccountId>;
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
    dependencies.holdMutex.runExclusive(request.accountId, async () => {
      if (signal.aborted) throw DomainError.text('deadline_exceeded', 'The hold was not begun in time.');
      const { accountId, purchaseId } = request;
      const account = await dependencies.accounts.find(accountId);
      const opened = await openPurchase(dependencies, request, account);
      if (opened.held) return opened.held;
      const { purchase } = opened;
      try {
        await claimSlot(dependencies, purchase, account);
        return await hold(dependencies, purchase, account, signal);
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
    return held ? { held: heldCharge(held) } : { purchase: present };
  }
  if (present?.state === 'refused' && (await purchases.replaceRefused(purchase))) return { purchase };
  throw givenUp(purchaseId);
}

const givenUp = (purchaseId: string) =>
  DomainError.text(
    'failed_precondition',
    'This purchase was given up; nothing can be held for it any more.',
    {
      detail: purchaseId,
    },
  );

async function claimSlot(
  { usage, plans, clock, failPoint }: HoldDependencies,
  { accountId, id, month }: Purchase,
  { plan: code, planSince }: BillingAccount,
): Promise<void> {
  const now = clock.now();
  const { plan } = standingOn(plans, code, planSince, now);
  if (!(await usage.claimSlot(accountId, month, id, plan.shipmentsPerMonth))) {
    throw DomainError.text('resource_exhausted', limitReached(plan, now));
  }
  failPoint('hold-slot-claimed');
}

/** More than anybody waits for another's recharge. */
const MAX_ROUNDS = 100;

async function hold(
  dependencies: HoldDependencies,
  purchase: Purchase,
  account: BillingAccount,
  signal: AbortSignal,
): Promise<HeldCharge> {
  for (let round = 1; round <= MAX_ROUNDS && !signal.aborted; round += 1) {
    const outcome = await appendHold(dependencies)(purchase);
    switch (outcome.kind) {
      case 'held':
        return outcome.charge;
      case 'given_up':
        throw givenUp(purchase.id);
      case 'kept_for_another':
        if (!(await completeRecharge(dependencies)(outcome.recharge))) await dependencies.backoff(round);
        break;
      case 'short':
        await rechargeForPurchase(dependencies)(purchase, account);
    }
  }
  throw DomainError.text(
    'unavailable',
    'The balance is being recharged for another purchase. Try again in a moment.',
    {
      detail: purchase.id,
    },
  );
}
