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

export interface OpenSeller {
  readonly carriers: readonly Carrier[];
  readonly journal: SellerJournal;
  /** Where the seller reports changes of postage after the sale. Absent when it reports none. */
  readonly adjustments?: AdjustmentSource;
  /** Checks an address. Never throws. If absent, addresses are checked with the ZIP table of this service. */
  readonly verify?: VerifyAddress;
  /** Absent when no secret is configured; the hook then answers 404. */
  readonly readHook?: ReadHook;
  /**
   * The operator's carrier accounts, with the ids that the seller gave them. If absent, merchants cannot use accounts
   * of their own at this seller.
   */
  readonly accounts?: readonly string[];
  readonly checks: readonly Check[];
}

export type VerifyAddress = (address: PostalAddress) => Promise<AddressCheck>;

/**
 * What an event of a seller is about. The event only says which object has changed; the object's data are then read
 * from the seller. `label` means new scans, or the refund of a void.
 */
export type SellerEvent =
  | { readonly kind: 'label'; readonly trackingNumber: string }
  | { readonly kind: 'adjustment' }
  | { readonly kind: 'other' };

/**
 * Checks the signature of a seller's event and reads it. Returns a promise when the seller's public keys must be read
 * first.
 * @throws DomainError `unauthenticated` · `invalid_argument` when the body is no event
 */
export type ReadHook = (hook: HookDelivery) => SellerEvent | Promise<SellerEvent>;

export interface SellerContext<Declaration extends SellerDeclaration = SellerDeclaration> {
  readonly config: SellerConfig<Declaration>;
  readonly db: Db;
  readonly sequences: Sequences;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly printer: LabelPrinter;
  /** Time from the carrier's acceptance of a void to the refund. */
  readonly refundDelayMs: number;
}

/** Opens a seller, and creates the indexes of its collections. @throws Error that names a wrong variable */
export type OpenSellerFunction<Declaration extends SellerDeclaration> = (
  context: SellerContext<Declaration>,
) => Promise<OpenSeller>;
