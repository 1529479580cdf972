import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Funds } from '../domain/charge';
import { type Position, returnsPayment, takesPaymentBack } from '../domain/ledger';
import type { BillingPorts } from '../ports';

const PAGE = 50;

/**
 * Returns the balance, and whether refunds or disputes took it below zero. A refund that failed and a dispute that we
 * won do not count, because their money came back. Reads transfers only when the balance is below zero.
 */
export async function fundsOf(
  { ledger }: Pick<BillingPorts, 'ledger'>,
  accountId: AccountId,
  { available, seq }: Pick<Position, 'available' | 'seq'>,
): Promise<Funds> {
  const cameBack = new Set<string>();
  for (let newest = available < 0 ? seq : 0; newest > 0; newest -= PAGE) {
    for (const { key, kind, after } of await ledger.listDown(accountId, newest, PAGE)) {
      if (after.available >= 0) return { available, isTakenBack: false };
      // The keys of the two transfers of a refund or dispute differ only in the first part, which names the kind.
      const reversal = key.slice(key.indexOf(':'));
      if (returnsPayment(kind)) cameBack.add(reversal);
      if (takesPaymentBack(kind) && !cameBack.has(reversal)) return { available, isTakenBack: true };
    }
  }
  return { available, isTakenBack: false };
}

export const readFunds = async (ports: Pick<BillingPorts, 'ledger'>, accountId: AccountId): Promise<Funds> =>
  fundsOf(ports, accountId, await ports.ledger.position(accountId));
