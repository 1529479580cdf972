import { moved } from '../domain/ledger';
import {
  type PaymentReversal,
  rechargeKey,
  reinstatementTransfer,
  reversalTransfer,
} from '../domain/transfers';
import { type BillingPorts, GatewayMismatch } from '../ports';
import { tellOfReversal } from './tell-owner';

/**
 * Asks the payment gateway for the refunds and disputes since a day, or for all of them, and books what is new. One that
 * does not fit its charge is reported to the operator and does not stop the others.
 * @returns how many transfers were new
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
 * Books a refund or dispute, however often the payment gateway reports it: the money leaves the balance once, below zero
 * if it must, and comes back once when the refund failed or the dispute was won. Of a charge that the ledger does not
 * know nothing is booked, because nothing of it ever reached the balance.
 * @returns whether a transfer was new
 * @throws GatewayMismatch when more went back than was charged
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
  // What was never taken is not given back.
  if (taken ? before : !before || (await ledger.find(accountId, draft.key))) return false;
  await tellOfReversal(ports, reversal);
  await ports.appendQueue.append(accountId, () => () => draft);
  return true;
}
