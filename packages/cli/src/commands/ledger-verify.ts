import type { Command } from '../command';
import type { LedgerEvidence } from '../domain/ledger-evidence';
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
    const accountId = args.id('account');
    const evidence = await readEvidence(services, accountId);
    if (accountId !== undefined && !isKnown(accountId, evidence)) {
      throw new Error(`No service knows the account ${accountId}.`);
    }
    const proof = verifyLedger(evidence);
    if (proof.ok) return proof;
    return { ...proof, error: `The ledger breaks its rules in ${proof.violations.length} place(s).` };
  },
};

/** Auth may have lost an account of which other services still have data. */
const isKnown = (
  accountId: number,
  { accounts, transfers, orders, purchases, charges }: LedgerEvidence,
): boolean =>
  accounts.has(accountId) || [transfers, orders, purchases, charges].some((rows) => rows.length > 0);
