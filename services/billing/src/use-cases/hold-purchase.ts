import type { HoldRequest, HoldResponse } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingAccount } from '../domain/account';
import { billingMonth } from '../domain/billing-month';
import { chargeFor } from '../domain/charge';
import type { HeldCharge } from '../domain/ledger';
import { limitReached, standingOn } from '../domain/plan';
import type { Purchase } from '../domain/purchase';
import { totalOf } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { appendHold } from './append-hold';
import { completeRecharge } from './complete-recharge';
import { rechargeForPurchase } from './recharge-for-purchase';
import { accountOf, amountOf, textOf } from './request-fields';

/**
 * Claims a monthly slot, recharges by the money rules when the balance is short, and holds the charge. Each step is
 * recorded before it is taken and may be repeated, so that the next call with the same purchase resumes an interrupted one.
 * @param signal of the caller's deadline: work that no caller waits for is not begun
 * @throws DomainError resource_exhausted at the plan's limit, payment_required when it cannot be paid, unavailable when
 * the payment gateway gave no answer, failed_precondition once the purchase was released
 */
export function holdPurchase(
  ports: BillingPorts,
  request: HoldRequest,
  signal: AbortSignal,
): Promise<HoldResponse> {
  const accountId = accountOf(request);
  const purchaseId = textOf('purchase_id', request.purchaseId);
  return ports.holdMutex.runExclusive(accountId, async () => {
    if (signal.aborted) throw new DomainError('deadline_exceeded', 'hold_not_begun', {});
    const account = await ports.accounts.find(accountId);
    const opened = await openPurchase(ports, newPurchase(request, purchaseId, account, ports.clock.now()));
    if (opened.held) return response(opened.held);
    const { purchase } = opened;
    try {
      await claimSlot(ports, purchase, account);
      return response(await hold(ports, purchase, account, signal));
    } catch (error) {
      if (error instanceof DomainError && REFUSALS.has(error.code)) {
        await ports.usage.releaseSlot(accountId, purchase.month, purchaseId);
        await ports.purchases.refuse(accountId, purchaseId);
      }
      throw error;
    }
  });
}

const response = (held: HeldCharge): HoldResponse => ({
  totalCents: totalOf(held),
  feeCents: held.fee,
  rechargedCents: held.recharged,
});

/** Answers that end this attempt with nothing held; after any other error the hold may be resumed. */
const REFUSALS: ReadonlySet<string> = new Set([
  'resource_exhausted',
  'payment_required',
  // A release came first, perhaps before the slot was claimed.
  'failed_precondition',
]);

function newPurchase(request: HoldRequest, id: string, account: BillingAccount, now: Date): Purchase {
  const { batch } = request;
  const { accountId, autoRecharge } = account;
  const postage = amountOf('postage_cents', request.postageCents);
  const insurance = amountOf('insurance_cents', request.insuranceCents);
  const { fee } = chargeFor(postage, insurance, { autoRecharge, batch });
  const { key: month } = billingMonth(now);
  return { id, accountId, state: 'open', postage, insurance, fee, batch, month };
}

type Opened = { purchase: Purchase; held?: never } | { held: HeldCharge; purchase?: never };

/** The purchase as it was first opened; a refused one is opened anew at today's terms. */
async function openPurchase({ purchases, ledger, clock }: BillingPorts, purchase: Purchase): Promise<Opened> {
  const { accountId, id } = purchase;
  if (await purchases.insert(purchase, clock.now())) return { purchase };
  const existing = await purchases.find(accountId, id);
  if (existing?.state === 'open') {
    const held = await ledger.findHold(accountId, id);
    return held ? { held } : { purchase: existing };
  }
  if (existing?.state === 'refused' && (await purchases.replaceRefused(purchase))) return { purchase };
  throw givenUp(id);
}

const givenUp = (purchaseId: string) =>
  new DomainError('failed_precondition', 'purchase_given_up', {}, { detail: purchaseId });

async function claimSlot(
  { usage, plans, clock, failPoint }: BillingPorts,
  { accountId, id, month }: Purchase,
  account: BillingAccount,
): Promise<void> {
  const now = clock.now();
  const { plan } = standingOn(plans, account.plan, account.planSince, now);
  if (!(await usage.claimSlot(accountId, month, id, plan.shipmentsPerMonth))) throw limitReached(plan, now);
  failPoint('hold-slot-claimed');
}

/** More than any caller waits for the recharge of another purchase. */
const MAX_ROUNDS = 100;

async function hold(
  ports: BillingPorts,
  purchase: Purchase,
  account: BillingAccount,
  signal: AbortSignal,
): Promise<HeldCharge> {
  for (let round = 1; round <= MAX_ROUNDS && !signal.aborted; round += 1) {
    const outcome = await appendHold(ports, purchase);
    switch (outcome.kind) {
      case 'held':
        return outcome.charge;
      case 'given_up':
        throw givenUp(purchase.id);
      case 'kept_for_another':
        if (!(await completeRecharge(ports, outcome.recharge))) await ports.backoff(round);
        break;
      case 'short':
        await rechargeForPurchase(ports, purchase, account);
    }
  }
  throw new DomainError('unavailable', 'recharged_for_another', {}, { detail: purchase.id });
}
