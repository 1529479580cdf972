import type { GatewayCharge, Transfer } from '@parcelyard/contracts/billing';
import type { CarrierJournalEntry, Purchase } from '@parcelyard/contracts/shipping';

/**
 * What the proof looks at. The stores are read one after another while the product runs, so purchases and charges are
 * read twice: what had happened `before` must be in everything read later, and what the rest speaks of must be in
 * `purchases`, read last.
 */
export interface LedgerEvidence {
  before: {
    purchases: readonly Purchase[];
    charges: readonly GatewayCharge[];
  };
  /** Each account's in the order of `seq`. */
  transfers: readonly Transfer[];
  /** The payment gateway's own journal, read after the transfers. */
  charges: readonly GatewayCharge[];
  /** The carriers' own journal. */
  journal: readonly CarrierJournalEntry[];
  purchases: readonly Purchase[];
}

export interface Violation {
  /** The rule that is broken, such as `hold_resolved_twice`. */
  rule: string;
  accountId: number;
  /** Key of the transfer, purchase, charge or label. */
  subject: string;
  detail: string;
}
