import type { AccountId } from '@parcelyard/service-kit/ids';
import type { HeldCharge } from '../domain/ledger';
import { holdKey } from '../domain/transfers';
import type { Ledger } from '../ports';

/** What was held for a purchase, whether or not the hold was resolved since. */
export async function findHold(
  ledger: Ledger,
  accountId: AccountId,
  purchaseId: string,
): Promise<HeldCharge | undefined> {
  return (await ledger.find(accountId, holdKey(purchaseId)))?.charge;
}
