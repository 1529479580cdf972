import { moved } from '../domain/ledger';
import {
  type PaymentReversal,
  rechargeKey,
  reinstatementTransfer,
  reversalTransfer,
} from '../domain/transfers';
import { GatewayMismatch } from '../ports';
import { type AppendDependencies, appendTransfer } from './append-transfer';

/**
 * Books what the payment gateway says of a refund or dispute, whoever brings the word and however often: the money leaves
 * the balance once, below zero if it must, and comes back once when the refund failed or the dispute was won. Of a charge
 * that the ledger does not know nothing is booked: nothing of it ever reached the balance.
 * @returns how many transfers were new
 * @throws GatewayMismatch when more went back than was charged
 */
export const bookReversal =
  (dependencies: AppendDependencies) =>
  async (reversal: PaymentReversal): Promise<number> => {
    const { ledger } = dependencies;
    const { accountId, reference, id, amount, taken } = reversal;
    const recharge = await ledger.find(accountId, rechargeKey(reference));
    if (!recharge) return 0;
    if (amount > moved(recharge.lines, 'available')) {
      throw new GatewayMismatch(reference, `${id} takes back ${amount} cents, more than was charged.`);
    }
    const takes = reversalTransfer(reversal);
    const before = await ledger.find(accountId, takes.key);
    const draft = taken ? takes : reinstatementTransfer(reversal);
    // What was never taken is not given back.
    if (taken ? before : !before || (await ledger.find(accountId, draft.key))) return 0;
    await appendTransfer(dependencies)(accountId, () => draft);
    return 1;
  };
