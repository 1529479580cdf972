import type { GatewayCharge, Transfer } from '@parcelyard/contracts/billing';
import type { OrderPurchases } from '@parcelyard/contracts/orders';
import type { CarrierAdjustment, Purchase, SellerJournalEntry } from '@parcelyard/contracts/shipping';

/**
 * The data of the proof. The stores are read one after another while the product runs, so purchases and charges are
 * read twice: the state of `before` must appear in everything read later, and every purchase that the rest refers to
 * must be in `purchases`, read last.
 */
export interface LedgerEvidence {
  before: {
    purchases: readonly Purchase[];
    charges: readonly GatewayCharge[];
    adjustments: readonly CarrierAdjustment[];
  };
  /** Per account in the order of `seq`. */
  transfers: readonly Transfer[];
  /** The payment gateway's own journal, read after the transfers. */
  charges: readonly GatewayCharge[];
  /** The sellers' own journals. */
  journal: readonly SellerJournalEntry[];
  /** The sellers of these journals. */
  sellers: readonly string[];
  /** The carriers' adjustments of postage, read after the transfers. */
  adjustments: readonly CarrierAdjustment[];
  purchases: readonly Purchase[];
  /** Read after the transfers and before the last purchases. */
  orders: readonly OrderPurchases[];
  /** All existing accounts, read last of all. */
  accounts: ReadonlySet<number>;
}

export interface Violation {
  /** The broken rule, such as `hold_resolved_twice`. */
  rule: string;
  accountId: number;
  /** Key of the transfer, purchase, charge or label. */
  subject: string;
  detail: string;
}

/** Records one violation. */
export type Report = (rule: string, accountId: number, subject: string, detail: string) => void;

/** Cents that a transfer puts on a ledger. */
export const movedOn = ({ lines }: Transfer, ledger: string): number =>
  lines.reduce((total, line) => (line.ledger === ledger ? total + line.cents : total), 0);

/**
 * What a purchase's state requires of money and label. `under_way`: nothing yet. `sold`: one capture, one label.
 * `failed`: neither.
 */
export type Standing = 'under_way' | 'sold' | 'failed';

const LIVE: ReadonlySet<string> = new Set(['done', 'void_requested']);
const VOIDED: ReadonlySet<string> = new Set(['refund_due', 'refunded']);

export function standingOf({ state }: Purchase): Standing {
  if (state === 'failed') return 'failed';
  return LIVE.has(state) || VOIDED.has(state) ? 'sold' : 'under_way';
}

/** Sold with a label that is still valid: an order may have one, and its return another. */
export const isLive = ({ state }: Purchase): boolean => LIVE.has(state);

/** The carrier has voided the label. */
export const isVoided = (state: string): boolean => VOIDED.has(state);
