import { type Cents, ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { KeyedMutex } from '@parcelyard/service-kit/keyed-mutex';
import type { BillingAccount } from '../domain/account';
import { billingMonth } from '../domain/billing-month';
import { type Charge, chargeFor } from '../domain/charge';
import { fund, insufficientBalance } from '../domain/funding';
import { type Recharge, rechargeReference, topUpName } from '../domain/recharge';
import type { Accounts } from '../ports';
import { type CompleteRechargeDependencies, completeRecharge } from './complete-recharge';
import { type DriveRechargeDependencies, driveRecharge, refuseDeclined } from './drive-recharge';
import { settleByLookUp } from './settle-recharge';

export interface TopUpRequest {
  accountId: AccountId;
  /** Such as the batch's id. */
  key: string;
  postage: Cents;
  insurance: Cents;
}

export interface TopUpDependencies extends CompleteRechargeDependencies, DriveRechargeDependencies {
  accounts: Accounts;
  /** The lanes of holds, which a top-up takes its turn with. */
  holdMutex: KeyedMutex<AccountId>;
}

/**
 * One recharge for a whole batch before its first label (money rule 6), or the written word that the balance covers it:
 * a repeated call answers with what the first one did, though labels were bought meanwhile.
 * @returns what the payment method was charged
 * @throws DomainError payment_required when the rules refuse or the method is declined; unavailable when the payment
 * gateway gave no answer; failed_precondition once the top-up was given up
 */
export const topUp =
  (dependencies: TopUpDependencies) =>
  (request: TopUpRequest, signal: AbortSignal): Promise<Cents> =>
    dependencies.holdMutex.runExclusive(request.accountId, async () => {
      if (signal.aborted) throw DomainError.text('deadline_exceeded', 'The top-up was not begun in time.');
      const { accounts, recharges, backoff } = dependencies;
      const { accountId, postage, insurance } = request;
      const name = topUpName(accountId, request.key);
      for (let round = 1; round <= MAX_ROUNDS && !signal.aborted; round += 1) {
        await open(dependencies, name, request);
        const latest = await recharges.findLatest(accountId, name);
        const done = latest && (await outcomeOf(dependencies, latest));
        if (done !== undefined) return done;
        const active = await recharges.findActive(accountId);
        if (active) {
          const isFree = active.purchaseId === name || (await completeRecharge(dependencies)(active));
          if (!isFree) await backoff(round);
          continue;
        }
        const account = await accounts.find(accountId);
        const { autoRecharge } = account;
        const charge = chargeFor(postage, insurance, { autoRecharge, batch: true });
        await attempt(dependencies, { name, charge, account, number: (latest?.attempt ?? 0) + 1 });
      }
      throw DomainError.text(
        'unavailable',
        'The balance is being recharged for a purchase. Try again in a moment.',
        {
          detail: name,
        },
      );
    });

/** More than anybody waits for another's recharge. */
const MAX_ROUNDS = 100;

/** The purpose that the card is charged for, until it is given up. */
async function open(
  { purchases, clock }: TopUpDependencies,
  name: string,
  { accountId, postage, insurance }: TopUpRequest,
): Promise<void> {
  const now = clock.now();
  const terms = {
    postage,
    insurance,
    fee: ZERO,
    batch: true,
    topUp: true,
    month: billingMonth(now).key,
  } as const;
  if (await purchases.insert({ id: name, accountId, state: 'open', ...terms }, now)) return;
  const present = await purchases.find(accountId, name);
  if (present?.state === 'open') return;
  throw DomainError.text(
    'failed_precondition',
    'This batch was given up; nothing is charged for it any more.',
    {
      detail: name,
    },
  );
}

/** What a top-up's recharge came to; undefined when another one may be tried. */
async function outcomeOf(dependencies: TopUpDependencies, latest: Recharge): Promise<Cents | undefined> {
  const { recharges, clock } = dependencies;
  switch (latest.state) {
    case 'needless':
      return ZERO;
    case 'claimed':
    case 'pending': {
      const outcome = await driveRecharge(dependencies)(latest);
      refuseDeclined(outcome);
      if (!outcome) return undefined;
      break;
    }
    case 'given_up':
      await settleByLookUp(dependencies)(latest);
      return undefined;
    case 'declined':
    case 'withdrawn':
      return undefined;
  }
  // It was made for no single purchase: from here on whoever comes may use it.
  await recharges.move(latest, 'settled', 'spent', clock.now());
  return latest.amount;
}

interface Attempt {
  name: string;
  charge: Charge;
  account: BillingAccount;
  number: number;
}

/** Leaves behind a recharge that says what came of it, or nothing when somebody else was faster. */
async function attempt(
  dependencies: TopUpDependencies,
  { name, charge, account, number }: Attempt,
): Promise<void> {
  const { recharges, ledger, clock, random, failPoint } = dependencies;
  const { accountId, autoRecharge, paymentMethod } = account;
  const { available } = await ledger.position(accountId);
  const funding = fund(available, charge, autoRecharge);
  if (funding.kind === 'refused') {
    // Short because the labels are bought already, by another process that was given the same call.
    if ((await recharges.findLatest(accountId, name))?.attempt === number) return;
    throw DomainError.text(
      'payment_required',
      insufficientBalance(available, charge, 'Auto-recharge is off, so nothing was charged.'),
    );
  }
  const common = {
    reference: rechargeReference(name, number, random()),
    accountId,
    purchaseId: name,
    attempt: number,
    paymentMethod,
    createdAt: clock.now(),
  };
  if (funding.kind === 'covered') {
    await recharges.insert({ ...common, amount: ZERO, state: 'needless' });
    return;
  }
  const recharge: Recharge = { ...common, amount: funding.amount, state: 'claimed' };
  if (!(await recharges.insert(recharge))) return;
  failPoint('recharge-claimed');
  // Another process may have moved the balance between the look at it and the claim of this recharge.
  const now = fund((await ledger.position(accountId)).available, charge, autoRecharge);
  if (now.kind !== 'recharge' || now.amount !== funding.amount) {
    await recharges.withdraw(recharge);
    return;
  }
  refuseDeclined(await driveRecharge(dependencies)(recharge));
}
