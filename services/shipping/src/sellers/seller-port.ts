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
  /** Rates, sales, look-ups, voids, tracking, files and pickups: one entry for each carrier that it sells. */
  readonly carriers: readonly Carrier[];
  /** Its own record of its sales, for the ledger's proof. */
  readonly journal: SellerJournal;
  /** Later adjustments of postage by its carriers; absent when it tells of none. */
  readonly adjustments?: AdjustmentSource;
  /** Checks an address; never throws. Absent: the bundled ZIP data is used. */
  readonly verify?: VerifyAddress;
  /** Absent without a secret: the hook then answers 404. */
  readonly readHook?: ReadHook;
  /** External ids of the deployment's own carrier accounts; absent: merchants cannot use their own here. */
  readonly accounts?: readonly string[];
  /** Checks of its set-up, for an operator's diagnosis. */
  readonly checks: readonly Check[];
}

export type VerifyAddress = (address: PostalAddress) => Promise<AddressCheck>;

/** What an event is about. The details are then read from the seller. `label`: its scans, or the refund of its void. */
export type SellerEvent =
  | { readonly kind: 'label'; readonly trackingNumber: string }
  | { readonly kind: 'adjustment' }
  | { readonly kind: 'other' };

/**
 * Verifies and reads a seller's event; with keys that the seller publishes, it answers later.
 * @throws DomainError `unauthenticated` · `invalid_argument` when it is not an event
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

/** Connects to a seller. Creates the indexes of its collections. @throws Error that names a bad variable */
export type OpenSellerFunction<Declaration extends SellerDeclaration> = (
  context: SellerContext<Declaration>,
) => Promise<OpenSeller>;
