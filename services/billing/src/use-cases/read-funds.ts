import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Funds } from '../domain/charge';
import { type Position, takesPaymentBack } from '../domain/ledger';
import type { BillingPorts } from '../ports';

const PAGE = 50;

/**
 * Returns the balance, and whether refunds or disputes took it below zero. Reads transfers only when the balance is
 * below zero.
 */
export async function fundsOf(
  { ledger }: Pick<BillingPorts, 'ledger'>,
  accountId: AccountId,
  { available, seq }: Pick<Position, 'available' | 'seq'>,
): Promise<Funds> {
  for (let newest = available < 0 ? seq : 0; newest > 0; newest -= PAGE) {
    for (const { kind, after } of await ledger.listDown(accountId, newest, PAGE)) {
      if (after.available >= 0) return { available, isTakenBack: false };
      if (takesPaymentBack(kind)) return { available, isTakenBack: true };
    }
  }
  return { available, isTakenBack: false };
}

export const readFunds = async (ports: Pick<BillingPorts, 'ledger'>, accountId: AccountId): Promise<Funds> =>
  fundsOf(ports, accountId, await ports.ledger.position(accountId));
