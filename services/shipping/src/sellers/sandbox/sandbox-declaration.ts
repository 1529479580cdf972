import type { Cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { LabelBarcode, LabelPrinter } from '../../domain/labels/label-job';
import type { DimensionalRule } from '../../domain/rating/billable-weight';
import type { RateTable } from '../../domain/rating/rate-table';
import type { CarrierDeclaration, CarrierService } from '../carrier-port';
import type { SandboxJournal } from './sandbox-journal';

/** The parts in which sandbox carriers differ. They share all other code. */
export interface SandboxDeclaration extends CarrierDeclaration {
  readonly services: readonly SandboxService[];
  readonly dimensional: DimensionalRule;
  /** In inches. No service accepts a parcel above this limit. */
  readonly maxLengthPlusGirth: number;
  /** Surcharge for a residential address; absent when there is none. */
  readonly residentialSurcharge?: Cents;
  /** Surcharge for addresses off the mainland. */
  readonly remoteAreaSurcharge?: Cents;
  readonly oversize: readonly OversizeRule[];
  readonly deliversToPoBoxes: boolean;
  readonly deliversToMilitary: boolean;
  readonly worksOnSaturdays: boolean;
  /** True when the carrier also has a 4x6 original, in addition to the label in the account's print setting. */
  readonly rawLabels: boolean;
  readonly trackingUrl: (trackingNumber: string) => string;
  /** Returns the tracking number for a serial number, with check digit. */
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
  /** The retail price in hundredths of a percent of our price. */
  readonly retailBasisPoints: number;
  readonly fuelBasisPoints: number;
  /** Delivery days by zone 1–9, or by region for an international service. */
  readonly days: readonly number[];
  readonly guaranteed: boolean;
  readonly signature: Extra;
  readonly saturday: Extra;
  /** The code of the service type inside the tracking number. */
  readonly trackingCode: string;
  /** Large letters on the label, for example P or 2. */
  readonly emblem: string;
}

/** The price of an option. `included`: the option is free. `unavailable`: the service does not offer the option. */
export type Extra = Cents | 'included' | 'unavailable';

/**
 * Applies when a parcel exceeds any of the given limits, in inches. If several rules apply, only the highest charge is
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
  /** Waits this many milliseconds. In tests it returns immediately. */
  readonly delay: (milliseconds: number) => Promise<void>;
  /** SANDBOX_SCAN_INTERVAL_S in milliseconds. */
  readonly scanIntervalMs: number;
  /** How long a void with `SBX_VOID_PENDING` stays pending. */
  readonly voidSettleMs: number;
}
