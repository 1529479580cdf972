import type { Command } from '../command';
import type { LedgerEvidence } from '../domain/ledger-evidence';
import { ordersToRepair } from '../domain/orders-to-repair';
import { verifyLedger } from '../domain/verify-ledger';
import { readEvidence } from './read-evidence';

interface Repair {
  readonly accountId: number;
  readonly orderId: number;
  /** The repairs that were made, or the reason why nothing was done. */
  readonly done: readonly string[];
  readonly refused?: string;
}

/** Corrects orders and money to match the purchases, after a database was restored from a backup. */
export const ledgerRepair: Command = {
  usage: 'ledger repair [--account ID]',
  summary: 'Corrects orders and money to match the purchases, after a database was restored.',
  parameters: {
    '--account': 'Id of the account; all accounts when absent.',
  },
  services: ['auth', 'orders', 'shipping', 'billing'],
  run: async (args, services) => {
    const { shipping } = services;
    const read = (): Promise<LedgerEvidence> => readEvidence(services, args.id('account'));
    const evidence = await read();
    const repaired: Repair[] = [];
    for (const order of ordersToRepair(evidence, verifyLedger(evidence).violations)) {
      repaired.push(
        await shipping.repairOrder(order).then(
          ({ done }) => ({ ...order, done }),
          (error: Error) => ({ ...order, done: [], refused: error.message }),
        ),
      );
    }
    const { ok, violations } = verifyLedger(await read());
    const result = { repaired, ok, left: violations };
    return ok
      ? result
      : { ...result, error: `The ledger still breaks its rules in ${violations.length} place(s).` };
  },
};
