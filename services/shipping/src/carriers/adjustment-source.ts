import type { Measures } from '@parcelyard/contracts/common';
import type { Cents } from '@parcelyard/money/cents';
import type { Seller } from '../domain/seller';

/** What a carrier corrected of one label's postage, as it names it now. */
export interface NamedAdjustment {
  readonly accountId: number;
  /** What the label was bought under. */
  readonly reference: string;
  /** The seller's name of it, for ever: letters, digits, `_` and `-`. */
  readonly id: string;
  /** In all; below zero when the carrier gives back. */
  readonly cents: Cents;
  readonly measured: Measures;
  /** May be empty. */
  readonly reason: string;
  readonly at: Date;
}

export interface AdjustmentsRead {
  readonly adjustments: readonly NamedAdjustment[];
  /** Names of those that are of no label of ours. */
  readonly unattributed: readonly string[];
}

/** A seller's own records of what its carriers corrected. */
export interface AdjustmentSource {
  readonly seller: Seller;
  /** What may be new; all of it, or nothing with a throw. */
  read(): Promise<AdjustmentsRead>;
  /** The seller's own list in pages, for the ledger's proof. Absent: our copy of what `read` told stands in for it. */
  list?(page: { accountId: number; after: string; limit: number }): Promise<{
    readonly adjustments: readonly NamedAdjustment[];
    /** Empty at the end. */
    readonly next: string;
  }>;
}
