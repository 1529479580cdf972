import type { Measures } from '@parcelyard/contracts/common';
import type { Cents } from '@parcelyard/money/cents';
import type { Seller } from '../domain/seller';

export interface ReportedAdjustment {
  readonly accountId: number;
  /** The label's reference at the carrier. */
  readonly reference: string;
  /** The seller's id of the adjustment, which never changes: letters, digits, `_` and `-`. */
  readonly id: string;
  /**
   * The total of the adjustment with this id, not the change since the last report; negative when the carrier pays
   * money back.
   */
  readonly cents: Cents;
  readonly measured: Measures;
  /** The carrier's reason; may be empty. */
  readonly reason: string;
  readonly at: Date;
}

export interface AdjustmentsRead {
  readonly adjustments: readonly ReportedAdjustment[];
  /** Ids of adjustments that belong to none of our labels. */
  readonly unattributed: readonly string[];
}

/** Reads from a seller the adjustments of the seller's carriers. */
export interface AdjustmentSource {
  readonly seller: Seller;
  /** Reads all adjustments that may be new. Throws when the seller does not answer. */
  read(): Promise<AdjustmentsRead>;
  /**
   * Returns one page of the seller's own list of adjustments, for `shipctl ledger verify`. If the seller has no such
   * list, the stored results of `read` are used.
   */
  list?(page: { accountId: number; after: string; limit: number }): Promise<{
    readonly adjustments: readonly ReportedAdjustment[];
    /** Empty on the last page. */
    readonly next: string;
  }>;
}
