import { BillingDefinition } from '@parcelyard/contracts/billing';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { Command } from '../command';
import { verifyLedger } from '../domain/verify-ledger';
import { readEvidence } from '../read-evidence';

const EVERY_ACCOUNT = 0;

export const ledgerVerify: Command = {
  usage: 'ledger verify [--account ID]',
  options: ['account'],
  positionals: 0,
  run: async (args, services) => {
    const clients = {
      billing: services.client('billing', BillingDefinition),
      shipping: services.client('shipping', ShippingDefinition),
    };
    const proof = verifyLedger(await readEvidence(clients, args.id('account') ?? EVERY_ACCOUNT));
    if (proof.ok) return proof;
    return { ...proof, error: `The ledger breaks its rules in ${proof.violations.length} place(s).` };
  },
};
