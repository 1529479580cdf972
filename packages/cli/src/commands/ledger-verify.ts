import type { Command } from '../command';
import { verifyLedger } from '../domain/verify-ledger';
import { readEvidence } from './read-evidence';

export const ledgerVerify: Command = {
  usage: 'ledger verify [--account ID]',
  run: async (args, services) => {
    const proof = verifyLedger(await readEvidence(services, args.id('account')));
    if (proof.ok) return proof;
    return { ...proof, error: `The ledger breaks its rules in ${proof.violations.length} place(s).` };
  },
};
