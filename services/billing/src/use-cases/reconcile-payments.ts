import { moved } from '../domain/ledger';
import {
  type PaymentReversal,
  rechargeKey,
  reinstatementTransfer,
  reversalTransfer,
} from '../domain/transfers';
import { type BillingPorts, GatewayMismatch } from '../ports';
import { sendReversalNotice } from './send-owner-notices';

/**
 * Reads the payment gateway's refunds and disputes and writes the new ones to the ledger. Without `since`, reads all
 * refunds and disputes. If a refund or dispute does not match its charge, informs the operator and continues with the
 * next one.
 * @returns the number of new transfers
 */
export async function reconcilePayments(ports: BillingPorts, since?: Date): Promise<number> {
  let booked = 0;
  for await (const reversal of ports.gateway.reversals(since)) {
    try {
      if (!(await bookReversal(ports, reversal))) continue;
      booked += 1;
      ports.onReversalBooked(reversal);
    } catch (error) {
      if (!(error instanceof GatewayMismatch)) throw error;
      ports.onMismatch(error);
    }
  }
  return booked;
}

/**
 * Writes a refund or dispute to the ledger, once. The money leaves the balance, which may fall below zero. If the
 * refund failed or we won the dispute, the money comes back. If the ledger does not have the charge, nothing is
 * written, because the charged money never reached the balance.
 * @returns whether a transfer was new
 * @throws GatewayMismatch when the amount is higher than the charge
 */
async function bookReversal(ports: BillingPorts, reversal: PaymentReversal): Promise<boolean> {
  const { ledger } = ports;
  const { accountId, reference, id, amount, taken } = reversal;
  const recharge = await ledger.find(accountId, rechargeKey(reference));
  if (!recharge) return false;
  if (amount > moved(recharge.lines, 'available')) {
    throw new GatewayMismatch(reference, `${id} takes back ${amount} cents, more than was charged.`);
  }
  const takes = reversalTransfer(reversal);
  const before = await ledger.find(accountId, takes.key);
  const draft = taken ? takes : reinstatementTransfer(reversal);
  // The ledger takes the money only once. It returns the money only once, and only if it took the money before.
  if (taken ? before : !before || (await ledger.find(accountId, draft.key))) return false;
  await sendReversalNotice(ports, reversal);
  await ports.appendQueue.append(accountId, () => () => draft);
  return true;
}
