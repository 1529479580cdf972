import type { KindLimits, SpendingLimits } from '@parcelyard/contracts/billing';
import { toDollars } from '@parcelyard/money/dollars';
import type { Caller } from '../clients/caller';

/** Returns the limits of the caller's connection kind, in dollars; null when a limit is off. @see [MCP-W10] */
export function spendingLimitsOf(limits: SpendingLimits | undefined, { connectionKind }: Caller) {
  const { perLabelCents, perDayCents, askAboveCents, spentTodayCents } =
    limits?.[connectionKind ?? 'token'] ?? NONE;
  const left = perDayCents === undefined ? undefined : Math.max(0, perDayCents - spentTodayCents);
  return {
    perLabel: dollarsOrNull(perLabelCents),
    perDay: dollarsOrNull(perDayCents),
    askAbove: dollarsOrNull(askAboveCents),
    spentToday: toDollars(spentTodayCents),
    leftToday: dollarsOrNull(left),
  };
}

const NONE: KindLimits = { spentTodayCents: 0 };

const dollarsOrNull = (amount: number | undefined) => (amount === undefined ? null : toDollars(amount));
