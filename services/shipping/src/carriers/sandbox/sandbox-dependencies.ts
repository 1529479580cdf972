import type { Clock } from '@parcelyard/service-kit/clock';
import type { LabelPrinter } from '../../domain/labels/label-job';
import type { CarrierJournal } from './carrier-journal';

export interface SandboxDependencies {
  readonly journal: CarrierJournal;
  readonly printer: LabelPrinter;
  readonly clock: Clock;
  /** Waits so many milliseconds; tests need not. */
  readonly delay: (milliseconds: number) => Promise<void>;
  /** SANDBOX_SCAN_INTERVAL_S in milliseconds. */
  readonly scanIntervalMs: number;
  /** How long a void on `SBX_VOID_PENDING` stays pending. */
  readonly voidSettleMs: number;
}
