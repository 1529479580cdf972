import type { Cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { LabelBarcode, LabelPrinter } from '../../domain/labels/label-job';
import type { DimensionalRule } from '../../domain/rating/billable-weight';
import type { RateTable } from '../../domain/rating/rate-table';
import type { CarrierDeclaration, CarrierService } from '../carrier-port';
import type { SandboxJournal } from './sandbox-journal';

/** Everything that distinguishes one sandbox carrier from another; they share one engine. */
export interface SandboxDeclaration extends CarrierDeclaration {
  readonly services: readonly SandboxService[];
  readonly dimensional: DimensionalRule;
  /** Inches; no service accepts a larger parcel. */
  readonly maxLengthPlusGirth: number;
  /** Surcharge for a residential address; absent when there is none. */
  readonly residentialSurcharge?: Cents;
  /** Surcharge for addresses off the mainland. */
  readonly remoteAreaSurcharge?: Cents;
  readonly oversize: readonly OversizeRule[];
  readonly deliversToPoBoxes: boolean;
  readonly deliversToMilitary: boolean;
  readonly worksOnSaturdays: boolean;
  /** True when the carrier also offers its 4x6 original besides the label in the account's print setting. */
  readonly rawLabels: boolean;
  readonly trackingUrl: (trackingNumber: string) => string;
  /** The tracking number for a serial number, with check digit. */
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
  /** Retail price, in hundredths of a percent of our price. */
  readonly retailBasisPoints: number;
  readonly fuelBasisPoints: number;
  /** Delivery days by zone 1–9, or by region for an international service. */
  readonly days: readonly number[];
  readonly guaranteed: boolean;
  readonly signature: Extra;
  readonly saturday: Extra;
  /** Service type code within the tracking number. */
  readonly trackingCode: string;
  /** Large letters on the label, for example P or 2. */
  readonly emblem: string;
}

/** An option's price, or that it is free, or that the service does not offer it. */
export type Extra = Cents | 'included' | 'unavailable';

/** Applies when any given limit is exceeded; only the highest charge applies. Inches. */
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
  /** Waits this many milliseconds; returns at once in tests. */
  readonly delay: (milliseconds: number) => Promise<void>;
  /** SANDBOX_SCAN_INTERVAL_S in milliseconds. */
  readonly scanIntervalMs: number;
  /** How long a void stays pending on `SBX_VOID_PENDING`. */
  readonly voidSettleMs: number;
}
