import { setTimeout as wait } from 'node:timers/promises';
import type { OpenSeller, SellerContext } from '../seller-port';
import type { sandbox } from './declaration';
import { fedexDeclaration } from './fedex';
import { createMongoSandboxJournal } from './mongo-sandbox-journal';
import { createSandboxAdjustments } from './sandbox-adjustments';
import { createSandboxCarrier } from './sandbox-carrier';
import { journalEntry } from './sandbox-journal';
import { upsDeclaration } from './ups';
import { uspsDeclaration } from './usps';

export const sandboxDeclarations = [uspsDeclaration, upsDeclaration, fedexDeclaration] as const;

/** Opens the sandbox's carriers, which are the default. They call nobody and cost nothing. */
export async function openSandbox(context: SellerContext<typeof sandbox>): Promise<OpenSeller> {
  const { config, db, sequences, clock, printer, refundDelayMs } = context;
  const journal = await createMongoSandboxJournal(db, sequences);
  const dependencies = {
    clock,
    printer,
    journal,
    scanIntervalMs: config.SANDBOX_SCAN_INTERVAL_S * 1000,
    /** How long a void stays pending when the order has the special value `SBX_VOID_PENDING`. */
    voidSettleMs: refundDelayMs,
    delay: async (milliseconds: number) => wait(milliseconds),
  };
  return {
    carriers: sandboxDeclarations.map((declaration) => createSandboxCarrier(declaration, dependencies)),
    accounts: [],
    adjustments: createSandboxAdjustments(dependencies),
    journal: {
      sellers: ['sandbox'],
      list: async (page) => {
        const sales = await journal.list(page);
        const next = sales.length < page.limit ? '' : (sales.at(-1)?.reference ?? '');
        return { entries: sales.map(journalEntry), next };
      },
    },
    checks: [],
  };
}
