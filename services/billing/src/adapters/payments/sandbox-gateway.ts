import { type Cents, cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription } from 'mongodb';
import {
  type ChargeOrder,
  type ChargeOutcome,
  GatewayMismatch,
  GatewaySilent,
  type Payments,
} from '../../ports';
import type { OnFault } from './payment-faults';
import { sandboxCards } from './sandbox-cards';

/** The sandbox's own record of a charge. It exists even if the sandbox's answer never reached billing. */
interface ChargeDocument {
  _id: string;
  accountId: AccountId;
  amount: Cents;
  paymentMethod: string;
  status: ChargeOutcome['status'];
  at: Date;
}

type ChargeQuery = Pick<ChargeOrder, 'reference' | 'accountId' | 'amount'>;

const COLLECTION = 'sandbox_gateway_charges';
const METHODS = ['sandbox_ok', 'sandbox_declined', 'sandbox_stolen', 'sandbox_timeout'];
const DECLINES: Readonly<Record<string, string>> = {
  sandbox_declined: 'card_declined',
  sandbox_stolen: 'stolen_card',
};

export const sandboxGatewayIndexes: Record<string, readonly IndexDescription[]> = {
  [COLLECTION]: [{ key: { accountId: 1, _id: 1 } }],
};

/**
 * Creates a payment gateway that moves no real money. With the payment method `sandbox_ok`, a charge succeeds.
 * `sandbox_declined` is declined, `sandbox_stolen` is declined permanently. With `sandbox_timeout` the charge succeeds,
 * but the answer is lost. A lookup by reference finds the charge.
 */
export function createSandboxGateway(db: Db, clock: Clock, onFault: OnFault): Payments {
  const journal = db.collection<ChargeDocument>(COLLECTION);

  /** @throws GatewayMismatch */
  const believed = (charge: ChargeDocument, { reference, accountId, amount }: ChargeQuery): ChargeOutcome => {
    if (charge.accountId === accountId && charge.amount === amount) return toOutcome(charge);
    const mismatch = new GatewayMismatch(
      reference,
      `It stands for ${charge.amount} cents of account ${charge.accountId}, not ${amount} of ${accountId}.`,
    );
    onFault('mismatch', mismatch);
    throw mismatch;
  };

  const find = async (asked: ChargeQuery): Promise<ChargeOutcome | undefined> => {
    const charge = await journal.findOne({ _id: asked.reference, accountId: asked.accountId });
    return charge ? believed(charge, asked) : undefined;
  };

  return {
    accepted: `one of ${METHODS.join(', ')}`,
    knowsAfterMs: 15_000,
    leastCharge: cents(1),
    accepts: (paymentMethod) => METHODS.includes(paymentMethod),
    find,
    charge: async (order) => {
      const { reference, accountId, amount, paymentMethod } = order;
      const status = paymentMethod in DECLINES ? 'declined' : 'succeeded';
      const charge = { _id: reference, accountId, amount, paymentMethod, status, at: clock.now() } as const;
      try {
        await journal.insertOne({ ...charge });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const first = await journal.findOne({ _id: reference });
        if (!first) throw error;
        return believed(first, order);
      }
      if (paymentMethod === 'sandbox_timeout') throw new GatewaySilent(reference);
      return toOutcome(charge);
    },
    cards: sandboxCards,
    events: {
      isConfigured: false,
      read: () => ({ kind: 'other' }),
    },
    reversals: async function* () {},
    list: async (account, afterReference, limit) => {
      const ofAccount = account === 0 ? {} : { accountId: account as AccountId };
      const charges = await journal
        .find({ ...ofAccount, _id: { $gt: afterReference } })
        .sort({ ...(account === 0 ? {} : { accountId: 1 }), _id: 1 })
        .limit(limit)
        .toArray();
      return charges.map(({ _id, accountId, amount, status, at }) => ({
        reference: _id,
        accountId,
        amount,
        status,
        at,
        reversals: [],
      }));
    },
  };
}

const toOutcome = ({
  status,
  paymentMethod,
}: Pick<ChargeDocument, 'status' | 'paymentMethod'>): ChargeOutcome =>
  status === 'declined'
    ? { status, reason: 'Your card was declined.', code: DECLINES[paymentMethod] ?? 'card_declined' }
    : { status };
