import type { GatewayCharge, Transfer } from '@parcelyard/contracts/billing';
import type { OrderPurchases } from '@parcelyard/contracts/orders';
import type { CarrierAdjustment, Purchase, SellerJournalEntry } from '@parcelyard/contracts/shipping';

/**
 * The data that `verifyLedger` compares. The stores are read one after another while the product runs, so some data is
 * read twice. Everything in `before` must also be in the data that is read later. `purchases` is read after all other
 * data except `accounts`, and must contain every purchase to which other data refers.
 */
export interface LedgerEvidence {
  before: {
    purchases: readonly Purchase[];
    charges: readonly GatewayCharge[];
    adjustments: readonly CarrierAdjustment[];
  };
  /** The transfers, per account in the order of `seq`. */
  transfers: readonly Transfer[];
  /** The payment gateway's own journal, read after the transfers. */
  charges: readonly GatewayCharge[];
  journal: readonly SellerJournalEntry[];
  /** The sellers whose journals were read. */
  sellers: readonly string[];
  /** The carriers' adjustments of postage, read after the transfers. */
  adjustments: readonly CarrierAdjustment[];
  purchases: readonly Purchase[];
  /** The orders, read after the transfers and before `purchases`. */
  orders: readonly OrderPurchases[];
  /** All existing accounts, read after everything else. */
  accounts: ReadonlySet<number>;
}

export interface Violation {
  /** The broken rule, such as `hold_resolved_twice`. */
  rule: string;
  accountId: number;
  /** Key of the transfer, purchase, charge or label that breaks the rule. */
  subject: string;
  detail: string;
}

export type Report = (rule: string, accountId: number, subject: string, detail: string) => void;

/** Returns the sum of a transfer's lines in one ledger, such as `available` or `held`. */
export const centsOn = ({ lines }: Transfer, ledger: string): number =>
  lines.reduce((total, line) => (line.ledger === ledger ? total + line.cents : total), 0);

/**
 * The money and the label that a purchase must have in its state. A purchase that is `under_way` need not have anything
 * yet. A `sold` purchase has one capture and one label. A `failed` purchase has neither.
 */
export type SaleState = 'under_way' | 'sold' | 'failed';

const LIVE: ReadonlySet<string> = new Set(['done', 'void_requested']);
const VOIDED: ReadonlySet<string> = new Set(['refund_due', 'refunded']);

export function saleStateOf({ state }: Purchase): SaleState {
  if (state === 'failed') return 'failed';
  return LIVE.has(state) || VOIDED.has(state) ? 'sold' : 'under_way';
}

/**
 * True for a purchase that is sold and whose label is still valid. An order may have one such label, and its return may
 * have another.
 */
export const isLive = ({ state }: Purchase): boolean => LIVE.has(state);

/** True when the carrier has voided the label. */
export const isVoided = (state: string): boolean => VOIDED.has(state);
