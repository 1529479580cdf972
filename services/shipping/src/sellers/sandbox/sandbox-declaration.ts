import type { Cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { LabelBarcode, LabelPrinter } from '../../domain/labels/label-job';
import type { DimensionalRule } from '../../domain/rating/billable-weight';
import type { RateTable } from '../../domain/rating/rate-table';
import type { CarrierDeclaration, CarrierService } from '../carrier-port';
import type { SandboxJournal } from './sandbox-journal';

/** What differs between sandbox carriers. All other code is the same for all of them. */
export interface SandboxDeclaration extends CarrierDeclaration {
  readonly services: readonly SandboxService[];
  readonly dimensional: DimensionalRule;
  /** In inches. No service accepts a larger parcel. */
  readonly maxLengthPlusGirth: number;
  readonly residentialSurcharge?: Cents;
  readonly remoteAreaSurcharge?: Cents;
  readonly oversize: readonly OversizeRule[];
  readonly deliversToPoBoxes: boolean;
  readonly deliversToMilitary: boolean;
  readonly worksOnSaturdays: boolean;
  /** True when the carrier also has a 4x6 original besides the label. */
  readonly rawLabels: boolean;
  readonly trackingUrl: (trackingNumber: string) => string;
  readonly trackingNumber: (label: { serial: number; accountId: number; service: SandboxService }) => string;
  readonly barcode: (label: BarcodeContent) => LabelBarcode;
}

export interface BarcodeContent {
  readonly trackingNumber: string;
  /** Five digits; empty for international parcels. */
  readonly zip: string;
  readonly serviceCode: string;
}

export interface SandboxService extends CarrierService {
  readonly table: RateTable;
  /**
   * The carrier's price without a discount, in hundredths of a percent of our price. With 16,000, it is 160 % of our
   * price.
   */
  readonly retailBasisPoints: number;
  readonly fuelBasisPoints: number;
  /** Days until delivery, by zone 1–9, or by region for an international service. */
  readonly days: readonly number[];
  readonly guaranteed: boolean;
  readonly signature: Extra;
  readonly saturday: Extra;
  /** The part of the tracking number that names the service. */
  readonly trackingCode: string;
  /** Large letters on the label, such as P or 2. */
  readonly emblem: string;
}

/** The price of an option. `included`: it is free. `unavailable`: the service does not have it. */
export type Extra = Cents | 'included' | 'unavailable';

/**
 * A surcharge for parcels above one of these limits, in inches. If several rules apply, only the highest surcharge is
 * added.
 */
export interface OversizeRule {
  readonly longestOver?: number;
  readonly secondLongestOver?: number;
  readonly lengthPlusGirthOver?: number;
  readonly cubicInchesOver?: number;
  readonly charge: Cents;
}

export interface SandboxDependencies {
  readonly journal: SandboxJournal;
  readonly printer: LabelPrinter;
  readonly clock: Clock;
  /** Waits this many milliseconds. In tests it returns at once. */
  readonly delay: (milliseconds: number) => Promise<void>;
  readonly scanIntervalMs: number;
  /** How long a void stays pending when the order has the special value `SBX_VOID_PENDING`. */
  readonly voidSettleMs: number;
}
