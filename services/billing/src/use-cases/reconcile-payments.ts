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
 * Reads the gateway's refunds and disputes since then, or all, and books the new ones. One that does not match its
 * charge is reported to the operator; the others continue.
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
 * Books a refund or dispute once, even if it is reported again: the money leaves the balance, below zero if needed, and
 * comes back when the refund failed or the dispute was won. A charge that is not in the ledger never reached the
 * balance, so nothing is booked.
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
  // Money that was never taken is not given back.
  if (taken ? before : !before || (await ledger.find(accountId, draft.key))) return false;
  await tellOfReversal(ports, reversal);
  await ports.appendQueue.append(accountId, () => () => draft);
  return true;
}
