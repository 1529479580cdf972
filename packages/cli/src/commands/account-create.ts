import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import type { Command } from '../command';
import { applyAccountSettings } from './apply-account-settings';

const DEFAULT_PLAN = 'trial';

export const accountCreate: Command = {
  usage:
    'account create --email E --password P [--plan CODE] [--balance DOLLARS] [--auto-recharge DOLLARS] [--payment-method M] [--print pdf|qr] [--referred-by CODE]',
  options: [
    'email',
    'password',
    'plan',
    'balance',
    'auto-recharge',
    'payment-method',
    'print',
    'referred-by',
  ],
  positionals: 0,
  run: async (args, services) => {
    const auth = services.client('auth', AuthDefinition);
    const settings = {
      plan: args.text('plan') ?? DEFAULT_PLAN,
      addBalance: args.dollars('balance'),
      autoRecharge: args.dollars('auto-recharge'),
      paymentMethod: args.text('payment-method'),
      print: args.oneOf('print', ['pdf', 'qr']),
    };
    const email = args.requiredText('email');
    const password = args.requiredText('password');
    const { accountId } = await auth.createAccount({
      email,
      password,
      firstName: '',
      lastName: '',
      company: '',
      unverified: false,
    });
    await applyAccountSettings(services, accountId, settings);
    const code = args.text('referred-by');
    if (code)
      await services.client('billing', BillingDefinition).recordReferral({ code, accountId, name: '' });
    const { token } = await auth.showAccessToken({ accountId });
    return { accountId, email, accessToken: token };
  },
};
