import type { HookDelivery } from '@parcelyard/contracts/common';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Check } from '@parcelyard/service-kit/diagnosis/finding';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import type { Db } from 'mongodb';
import type { AddressCheck } from '../domain/address/address-check';
import type { PostalAddress } from '../domain/address/postal-address';
import type { LabelPrinter } from '../domain/labels/label-job';
import type { SellerJournal } from '../ports';
import type { AdjustmentSource } from './adjustment-source';
import type { Carrier } from './carrier-port';
import type { SellerConfig, SellerDeclaration } from './seller-declaration';

/** Everything that one seller provides. */
export interface OpenSeller {
  /**
   * One entry for each carrier whose labels this seller sells. A carrier's entry has rates, sales, look-ups, voids,
   * tracking, files and pickups.
   */
  readonly carriers: readonly Carrier[];
  /** The seller's own record of its sales, for `shipctl ledger verify`. */
  readonly journal: SellerJournal;
  /** Adjustments of postage by the seller's carriers after the sale. Absent when the seller reports none. */
  readonly adjustments?: AdjustmentSource;
  /** Checks an address. Never throws. If absent, the bundled ZIP data is used. */
  readonly verify?: VerifyAddress;
  /** Absent when no secret is configured. The seller's hook then answers 404. */
  readonly readHook?: ReadHook;
  /**
   * External ids of the operator's own carrier accounts. If absent, merchants cannot use their own accounts at this
   * seller.
   */
  readonly accounts?: readonly string[];
  /** Checks of the seller's configuration, for an operator. */
  readonly checks: readonly Check[];
}

export type VerifyAddress = (address: PostalAddress) => Promise<AddressCheck>;

/**
 * The object that an event is about. The details are then read from the seller. `label`: the label's scans, or the
 * refund of its void.
 */
export type SellerEvent =
  | { readonly kind: 'label'; readonly trackingNumber: string }
  | { readonly kind: 'adjustment' }
  | { readonly kind: 'other' };

/**
 * Verifies and reads a seller's event. The result is a promise when the seller's public keys must be read first.
 * @throws DomainError `unauthenticated` · `invalid_argument` when the body is not an event
 */
export type ReadHook = (hook: HookDelivery) => SellerEvent | Promise<SellerEvent>;

export interface SellerContext<Declaration extends SellerDeclaration = SellerDeclaration> {
  readonly config: SellerConfig<Declaration>;
  readonly db: Db;
  readonly sequences: Sequences;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly printer: LabelPrinter;
  /** Time between the acceptance of a void and its refund. */
  readonly refundDelayMs: number;
}

/** Opens a seller and creates the indexes of its collections. @throws Error that names an invalid variable */
export type OpenSellerFunction<Declaration extends SellerDeclaration> = (
  context: SellerContext<Declaration>,
) => Promise<OpenSeller>;
