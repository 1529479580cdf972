import { type Cents, ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { BillingAccount } from '../domain/account';
import { type Charge, chargeFor } from '../domain/charge';
import { fund, insufficientBalance } from '../domain/funding';
import { type Recharge, rechargeReference, topUpName } from '../domain/recharge';
import type { Accounts } from '../ports';
import type { AccountLanes } from './account-lanes';
import { type CompleteRechargeDependencies, completeRecharge } from './complete-recharge';
import { driveRecharge, refuseDeclined } from './drive-recharge';

export interface TopUpRequest {
  accountId: AccountId;
  /** Such as the batch's id. */
  key: string;
  postage: Cents;
  insurance: Cents;
}

export interface TopUpDependencies extends CompleteRechargeDependencies {
  accounts: Accounts;
  /** The lanes of holds, which a top-up takes its turn with. */
  holdLanes: AccountLanes;
}

/**
 * One recharge for a whole batch before its first label (money rule 6), or the written word that the balance covers it:
 * a repeated call answers with what the first one did, though labels were bought meanwhile.
 * @returns what the payment method was charged
 * @throws DomainError payment_required when the rules refuse or the method is declined; unavailable when the payment
 * gateway gave no answer
 */
export const topUp =
  (dependencies: TopUpDependencies) =>
  (request: TopUpRequest, signal: AbortSignal): Promise<Cents> =>
    dependencies.holdLanes.run(request.accountId, async () => {
      if (signal.aborted) throw new DomainError('deadline_exceeded', 'The top-up was not begun in time.');
      const { accounts, recharges } = dependencies;
      const { accountId, postage, insurance } = request;
      const name = topUpName(accountId, request.key);
      for (;;) {
        const latest = await recharges.findLatest(accountId, name);
        const done = latest && (await outcomeOf(dependencies, latest));
        if (done !== undefined) return done;
        const active = await recharges.findActive(accountId);
        if (active) {
          await completeRecharge(dependencies)(active);
          continue;
        }
        const account = await accounts.find(accountId);
        const { autoRecharge } = account;
        const charge = chargeFor(postage, insurance, { autoRecharge, batch: true });
        await attempt(dependencies, { name, charge, account, number: (latest?.attempt ?? 0) + 1 });
      }
    });

/** What a top-up's recharge came to; undefined when another one may be tried. */
async function outcomeOf(dependencies: TopUpDependencies, latest: Recharge): Promise<Cents | undefined> {
  switch (latest.state) {
    case 'needless':
      return ZERO;
    case 'pending':
      refuseDeclined(await driveRecharge(dependencies)(latest, { resumed: true }));
      break;
    case 'declined':
    case 'withdrawn':
      return undefined;
  }
  // It was made for no single purchase: from here on whoever comes may use it.
  await dependencies.recharges.move(latest, 'settled', 'spent');
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
  const { recharges, ledger, clock, random } = dependencies;
  const { accountId, autoRecharge, paymentMethod } = account;
  const { available } = await ledger.position(accountId);
  const funding = fund(available, charge, autoRecharge);
  if (funding.kind === 'refused') {
    // Short because the labels are bought already, by another process that was given the same call.
    if ((await recharges.findLatest(accountId, name))?.attempt === number) return;
    throw new DomainError(
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
  };
  if (funding.kind === 'covered') {
    await recharges.insert({ ...common, amount: ZERO, state: 'needless' }, clock.now());
    return;
  }
  const recharge = { ...common, amount: funding.amount, state: 'pending' } as const;
  if (!(await recharges.insert(recharge, clock.now()))) return;
  // Another process may have moved the balance between the look at it and the claim of this recharge.
  const now = fund((await ledger.position(accountId)).available, charge, autoRecharge);
  if (now.kind !== 'recharge' || now.amount !== funding.amount) {
    await recharges.move(recharge, 'pending', 'withdrawn');
    return;
  }
  refuseDeclined(await driveRecharge(dependencies)(recharge, { resumed: false }));
}
