import type { Clock } from '@parcelyard/service-kit/clock';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import type { Db } from 'mongodb';
import type { LabelPrinter } from '../../domain/labels/label-job';
import type { CarrierJournal } from '../../ports';
import type { AdjustmentSource } from '../adjustment-source';
import { type CarrierRegistry, createCarrierRegistry } from '../carrier-registry';
import { journalEntry } from './carrier-journal';
import { fedexDeclaration } from './fedex';
import { createMongoCarrierJournal } from './mongo-carrier-journal';
import { createSandboxAdjustments } from './sandbox-adjustments';
import { createSandboxCarrier } from './sandbox-carrier';
import { upsDeclaration } from './ups';
import { uspsDeclaration } from './usps';

export const sandboxDeclarations = [uspsDeclaration, upsDeclaration, fedexDeclaration] as const;

interface Options {
  readonly db: Db;
  readonly sequences: Sequences;
  readonly clock: Clock;
  readonly printer: LabelPrinter;
  /** SANDBOX_SCAN_INTERVAL_S in milliseconds. */
  readonly scanIntervalMs: number;
  /** How long a void stays pending on `SBX_VOID_PENDING`. */
  readonly voidSettleMs: number;
  /** Waits this many milliseconds; tests replace it. */
  readonly delay?: (milliseconds: number) => Promise<void>;
}

export interface SandboxCarriers {
  readonly registry: CarrierRegistry;
  readonly journal: CarrierJournal;
  readonly adjustments: AdjustmentSource;
}

/** The default carriers: they call no outside service and cost nothing. Creates the indexes of their journal first. */
export async function createSandboxCarriers(options: Options): Promise<SandboxCarriers> {
  const { db, sequences, delay = wait, ...rest } = options;
  const journal = await createMongoCarrierJournal(db, sequences);
  const carriers = sandboxDeclarations.map((declaration) =>
    createSandboxCarrier(declaration, { ...rest, delay, journal }),
  );
  return {
    registry: createCarrierRegistry(carriers, { sandbox: [] }),
    adjustments: createSandboxAdjustments({ ...rest, journal }),
    journal: {
      sellers: ['sandbox'],
      list: async (page) => {
        const sales = await journal.list(page);
        const next = sales.length < page.limit ? '' : (sales.at(-1)?.reference ?? '');
        return { entries: sales.map(journalEntry), next };
      },
    },
  };
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
