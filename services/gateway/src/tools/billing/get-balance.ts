import type { Balance } from '@parcelyard/contracts/billing';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { defineTool, READS } from '../tool';

/** @see specification, "get_balance" and "Money rules" */
export const getBalance = defineTool({
  name: 'get_balance',
  title: 'Get balance',
  description: 'Postage balance in US dollars and the auto-recharge setting.',
  ...READS,
  input: z.object({}),
  async run(_args, { caller, clients }) {
    const balance = await clients.billing.getBalance(caller);
    return {
      balance: toDollars(balance.availableCents),
      currency: 'USD',
      auto_recharge_amount: toDollars(balance.autoRechargeCents),
      auto_recharge_enabled: balance.autoRechargeCents > 0,
      note: note(balance),
    };
  },
});

/** Auto-recharge of exactly one cent means pay as you go. */
const PAY_AS_YOU_GO_CENTS = 1;

function note({ availableCents, autoRechargeCents, heldCents }: Balance): string {
  return [recharge(autoRechargeCents, availableCents), held(heldCents)].filter(Boolean).join(' ');
}

function recharge(autoRechargeCents: number, availableCents: number): string {
  if (autoRechargeCents === 0) {
    return `Auto-recharge is off: a label that costs more than ${formatted(availableCents)} cannot be bought until postage is added.`;
  }
  if (autoRechargeCents === PAY_AS_YOU_GO_CENTS) {
    return 'Pay as you go: a label that the balance does not cover charges the payment method for the shortfall plus the 0.30 fee, at least 1.00.';
  }
  return `When the balance does not cover a label, the payment method is charged ${formatted(autoRechargeCents)}, or the shortfall if that is more.`;
}

const held = (heldCents: number) =>
  heldCents > 0 ? `${formatted(heldCents)} more is held for purchases under way.` : '';

const formatted = (amount: number) => `$${toDollars(amount).toFixed(2)}`;
