import type { Balance } from '@parcelyard/contracts/billing';
import type { PendingRefunds } from '@parcelyard/contracts/shipping';
import { cents } from '@parcelyard/money/cents';
import { toDollars } from '@parcelyard/money/dollars';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { z } from 'zod';
import { ledgerWords, movedCents } from '../../operations/ledger-words';
import { type LedgerRow, readLedger } from '../../operations/read-ledger';
import { shopDay } from '../../operations/shop-day';
import { timestampOrNull } from '../../values/nullable';
import { spendingLimitsOf } from '../../values/spending-limits';
import { appliedPage, page, wholeNumber } from '../arguments/fields';
import { note } from '../note';
import { defineTool, type Payload, READS } from '../tool';

const dollars = (amount: number) => formatDollars(cents(amount));

const notes = {
  rechargeOff: note(
    'auto-recharge is off',
    { availableCents: 12_345 },
    ({ availableCents }) =>
      `Auto-recharge is off: a label that costs more than ${dollars(Math.max(0, availableCents))} cannot be bought. The owner can switch auto-recharge on under Settings, Billing.`,
  ),
  overdrawn: note(
    'refunds or disputes of payments took the balance below zero',
    { availableCents: -410 },
    ({ availableCents }) =>
      `The balance is ${dollars(availableCents)}, because refunds or disputes of payments took it below zero. Until this is settled, labels cannot be bought and the payment method is not charged: contact support.`,
  ),
  payAsYouGo: note(
    'auto-recharge is 0.01, pay as you go',
    {},
    () =>
      'Pay as you go: if the balance does not cover a label, the payment method is charged the shortfall plus the 0.30 fee, at least 1.00.',
  ),
  recharges: note(
    'auto-recharge is on',
    { autoRechargeCents: 2_500 },
    ({ autoRechargeCents }) =>
      `When the balance does not cover a label, the payment method is charged ${dollars(autoRechargeCents)}, or the shortfall if that is more.`,
  ),
  held: note(
    'purchases are in progress',
    { heldCents: 745 },
    ({ heldCents }) => `Another ${dollars(heldCents)} is held for purchases in progress.`,
  ),
  refundsPending: note(
    'labels were voided and their refunds have not arrived yet',
    { count: 2, amountCents: 1_490 },
    ({ count, amountCents }) =>
      `The refund of ${dollars(amountCents)} for ${count} voided ${count === 1 ? 'label' : 'labels'} has not arrived yet and is not in the balance.`,
  ),
};

/** @see [MCP-B1], [MCP-B10] */
export const getBalance = defineTool({
  name: 'get_balance',
  title: 'Get balance',
  description:
    'Postage balance in US dollars, auto-recharge, pending refunds, the last charge to the payment method and the spending limits. With movements, also the changes of the balance, newest first: a hold takes a price out of the balance, and its capture spends the held amount.',
  ...READS,
  notes,
  input: z.object({
    movements: wholeNumber('Movements per page, 0 to 50; 10 are usually enough.', { min: 0, max: 50 })
      .meta({ default: 0 })
      .optional(),
    page: page(),
  }),
  async run(args, context) {
    const { caller, clients } = context;
    const pageSize = args.movements ?? 0;
    const [balance, refunds, movements] = await Promise.all([
      clients.billing.getBalance(caller),
      clients.shipping.getPendingRefunds(caller),
      pageSize > 0 ? readLedger(clients, caller, { page: appliedPage(args).page, pageSize }) : undefined,
    ]);
    const { availableCents, autoRechargeCents, lastRecharge } = balance;
    return {
      balance: toDollars(availableCents),
      currency: 'USD',
      auto_recharge_amount: toDollars(autoRechargeCents),
      auto_recharge_enabled: autoRechargeCents > 0,
      pending_refunds: { count: refunds.count, amount: toDollars(refunds.amountCents) },
      last_recharge: lastRecharge
        ? { amount: toDollars(lastRecharge.amountCents), at: timestampOrNull(lastRecharge.at) }
        : null,
      spending_limits: presentLimits(spendingLimitsOf(balance.limits, caller)),
      ...(movements
        ? {
            movements: movements.rows.map(presentMovement),
            page: appliedPage(args).page,
            movements_total: movements.total,
          }
        : {}),
      ...shopDay(context),
      note: noteOf(balance, refunds),
    };
  },
});

/** Returns the data that the billing page shows about an entry of the ledger. */
const presentMovement = (row: LedgerRow): Payload => ({
  at: timestampOrNull(row.at),
  kind: row.kind,
  amount: toDollars(movedCents(row)),
  balance_after: toDollars(row.availableAfterCents),
  order_id: row.order?.orderId ?? null,
  order_number: row.order?.orderNumber ?? null,
  description: ledgerWords(row),
});

const presentLimits = (limits: ReturnType<typeof spendingLimitsOf>): Payload => ({
  per_label: limits.perLabel,
  per_day: limits.perDay,
  ask_above: limits.askAbove,
  spent_today: limits.spentToday,
  left_today: limits.leftToday,
});

/** A recharge amount of one cent means "pay as you go". */
const PAY_AS_YOU_GO_CENTS = 1;

function noteOf(balance: Balance, refunds: PendingRefunds): string {
  return [
    rechargeNote(balance),
    ...(balance.heldCents > 0 ? [notes.held(balance)] : []),
    ...(refunds.count > 0 ? [notes.refundsPending(refunds)] : []),
  ].join(' ');
}

function rechargeNote(balance: Balance): string {
  if (balance.paymentsTakenBack) return notes.overdrawn(balance);
  if (balance.autoRechargeCents === 0) return notes.rechargeOff(balance);
  if (balance.autoRechargeCents === PAY_AS_YOU_GO_CENTS) return notes.payAsYouGo({});
  return notes.recharges(balance);
}
