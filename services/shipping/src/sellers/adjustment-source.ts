import type { Measures } from '@parcelyard/contracts/common';
import type { Cents } from '@parcelyard/money/cents';
import type { Seller } from '../domain/seller';

/** A carrier's adjustment of one label's postage, as the seller last reported it. */
export interface ReportedAdjustment {
  readonly accountId: number;
  /** The label's carrier reference. */
  readonly reference: string;
  /** The seller's permanent id of the adjustment: letters, digits, `_` and `-`. */
  readonly id: string;
  /** The total of the adjustment; negative when the carrier pays money back. */
  readonly cents: Cents;
  readonly measured: Measures;
  /** The carrier's reason; may be empty. */
  readonly reason: string;
  readonly at: Date;
}

export interface AdjustmentsRead {
  readonly adjustments: readonly ReportedAdjustment[];
  /** Ids of adjustments that match no label of ours. */
  readonly unattributed: readonly string[];
}

/** A seller's records of its carriers' adjustments. */
export interface AdjustmentSource {
  readonly seller: Seller;
  /** Reads all adjustments that may be new. Throws when the seller does not answer. */
  read(): Promise<AdjustmentsRead>;
  /**
   * Returns the seller's own list in pages, for `shipctl ledger verify`. If absent, the stored results of `read` are
   * used.
   */
  list?(page: { accountId: number; after: string; limit: number }): Promise<{
    readonly adjustments: readonly ReportedAdjustment[];
    /** Empty on the last page. */
    readonly next: string;
  }>;
}
