import type { Command } from '../command';
import { verifyLedger } from '../domain/verify-ledger';
import { readEvidence } from './read-evidence';

export const ledgerVerify: Command = {
  usage: 'ledger verify [--account ID]',
  summary: 'Checks that the ledger agrees with carriers, payments, accounts, orders and purchases.',
  parameters: {
    '--account': 'Id of the account; all accounts when absent.',
  },
  services: ['auth', 'orders', 'shipping', 'billing'],
  run: async (args, services) => {
    const proof = verifyLedger(await readEvidence(services, args.id('account')));
    if (proof.ok) return proof;
    return { ...proof, error: `The ledger breaks its rules in ${proof.violations.length} place(s).` };
  },
};
