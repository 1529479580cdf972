import { AuthDefinition } from '@parcelyard/contracts/auth';
import type { Command } from '../command';
import { applyAccountSettings } from './apply-account-settings';

export const accountSet: Command = {
  usage:
    'account set ID [--plan CODE] [--add-balance DOLLARS] [--auto-recharge DOLLARS] [--payment-method M] [--print pdf|qr] [--insurance on|off] [--add-referral-credit DOLLARS]',
  options: [
    'plan',
    'add-balance',
    'auto-recharge',
    'payment-method',
    'print',
    'insurance',
    'add-referral-credit',
  ],
  positionals: 1,
  run: async (args, services) => {
    const accountId = args.positionalId(0, 'ID');
    const insurance = args.oneOf('insurance', ['on', 'off']);
    const settings = {
      plan: args.text('plan'),
      addBalance: args.dollars('add-balance'),
      autoRecharge: args.dollars('auto-recharge'),
      paymentMethod: args.text('payment-method'),
      print: args.oneOf('print', ['pdf', 'qr']),
      insurance: insurance === undefined ? undefined : insurance === 'on',
      addReferralCredit: args.dollars('add-referral-credit'),
    };
    // Fails for an account that does not exist, before anything is set.
    await services.client('auth', AuthDefinition).getAccount({ accountId });
    return { accountId, ...(await applyAccountSettings(services, accountId, settings)) };
  },
};
