import { randomUUID } from 'node:crypto';
import type { KindLimits } from '@parcelyard/contracts/billing';
import { toDollars } from '@parcelyard/money/dollars';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import type { Arguments } from '../arguments';
import type { Command } from '../command';
import type { Services } from '../connect-services';
import { messageOf } from '../message-of';

const DEFAULT_PLAN = 'trial';

export const accountCreate: Command = {
  usage:
    'account create --email E --password P [--id ID] [--plan CODE] [--balance DOLLARS] [--auto-recharge DOLLARS] [--payment-method M] [--print pdf|qr] [--referred-by CODE]',
  summary: 'Creates an account and prints its id and access token.',
  parameters: {
    '--email': 'E-mail address of the owner.',
    '--password': 'Password of the owner, at least 8 characters.',
    '--id': 'Creates the account with this id again, after the database of auth was restored without it.',
    '--plan': 'Code of the plan; trial when absent.',
    '--balance': 'Added to the postage balance.',
    '--auto-recharge':
      'Charged to the card when the balance does not cover a label; 0.01 means pay as you go, 0 is off.',
    '--payment-method': 'Id of the card at the payment gateway.',
    '--print': 'Whether labels are printed as PDF or as QR code.',
    '--referred-by': 'Referral code of another account.',
  },
  services: ['auth', 'billing', 'shipping'],
  run: async (args, services) => {
    const given = settingsOf(args);
    const settings = { ...given, plan: given.plan ?? DEFAULT_PLAN, addBalance: args.dollars('balance') };
    const email = args.requiredText('email');
    const password = args.requiredText('password');
    const again = args.id('id');
    const { accountId } = await services.auth.createAccount({
      email,
      password,
      firstName: '',
      lastName: '',
      company: '',
      unverified: false,
      accountId: again,
    });
    // An account that is created again, with its former id, gets no default plan, because other services may still have
    // its settings.
    const applied = again === undefined ? settings : { ...settings, plan: given.plan };
    const { token } = await services.auth.showAccessToken({ accountId });
    const created = { accountId, email, accessToken: token };
    try {
      await applySettings(services, accountId, applied);
      await recordReferral(services, accountId, args);
    } catch (error) {
      const left = `Set the rest with shipctl account set ${accountId}.`;
      return {
        ...created,
        error: `The account was created, but not all of its settings: ${messageOf(error)} ${left}`,
      };
    }
    return created;
  },
};

export const accountSet: Command = {
  usage:
    'account set ID [--plan CODE] [--add-balance DOLLARS] [--auto-recharge DOLLARS] [--payment-method M] [--print pdf|qr] [--insurance on|off] [--add-referral-credit DOLLARS] [--limit-label DOLLARS] [--limit-day DOLLARS] [--ask-above DOLLARS] [--time-zone ZONE] [--referred-by CODE]',
  summary: 'Changes the settings of an account and prints all of them.',
  parameters: {
    ID: 'Id of the account.',
    '--plan': 'Code of the plan.',
    '--add-balance': 'Added to the postage balance.',
    '--auto-recharge':
      'Charged to the card when the balance does not cover a label; 0.01 means pay as you go, 0 is off.',
    '--payment-method': 'Id of the card at the payment gateway.',
    '--print': 'Whether labels are printed as PDF or as QR code.',
    '--insurance': 'Whether labels are insured.',
    '--add-referral-credit': 'Added to the referral credit.',
    '--limit-label': 'The most that one label may cost; 0 is no limit.',
    '--limit-day': 'The most that may be spent in one day; 0 is no limit.',
    '--ask-above': 'Purchases above this amount need the approval of the owner; 0 is never.',
    '--time-zone': 'Time zone of the shop, such as America/Denver.',
    '--referred-by': 'Referral code of another account, before the first label; only the first code counts.',
  },
  services: ['auth', 'billing', 'shipping'],
  run: async (args, services) => {
    const accountId = args.positionalId(0, 'ID');
    const settings = settingsOf(args);
    const { auth } = services;
    // This call fails for an unknown account or time zone before anything else is set.
    const { timeZone } = await (settings.timeZone === undefined
      ? auth.getAccount({ accountId })
      : auth.setTimeZone({ accountId, timeZone: settings.timeZone, guessed: false }));
    // An unknown code also fails before money is added.
    await recordReferral(services, accountId, args);
    await applySettings(services, accountId, settings);
    return {
      accountId,
      timeZone: timeZone ?? DEFAULT_TIME_ZONE,
      ...(await readSettings(services, accountId, timeZone)),
    };
  },
};

type Settings = ReturnType<typeof settingsOf>;

/**
 * Returns the settings that the command line gives. `account create` and `account set` have different options; a
 * setting is undefined if its option is absent.
 */
const settingsOf = (args: Arguments) => ({
  plan: args.text('plan'),
  addBalance: args.dollars('add-balance'),
  autoRecharge: args.dollars('auto-recharge'),
  paymentMethod: args.text('payment-method'),
  print: args.oneOf('print', ['pdf', 'qr']),
  insurance: args.oneOf('insurance', ['on', 'off']),
  addReferralCredit: args.dollars('add-referral-credit'),
  limitLabel: args.dollars('limit-label'),
  limitDay: args.dollars('limit-day'),
  askAbove: args.dollars('ask-above'),
  timeZone: args.text('time-zone'),
});

async function recordReferral({ billing }: Services, accountId: number, args: Arguments): Promise<void> {
  const code = args.text('referred-by');
  if (code) await billing.recordReferral({ code, accountId, name: '' });
}

async function applySettings(services: Services, accountId: number, settings: Settings): Promise<void> {
  const { billing } = services;
  const { plan, autoRecharge, paymentMethod, addReferralCredit, addBalance, print, insurance } = settings;
  await billing.updateAccount({
    accountId,
    plan,
    autoRechargeCents: autoRecharge,
    paymentMethod,
    addReferralCreditCents: addReferralCredit,
    idempotencyKey: randomUUID(),
  });
  await applyLimits(services, accountId, settings);
  if (addBalance) {
    await billing.addBalance({ accountId, amountCents: addBalance, idempotencyKey: randomUUID() });
  }
  if (print === undefined && insurance === undefined) return;
  await services.shipping.updateSettings({
    accountId,
    printSetting: print,
    insurance: insurance === undefined ? undefined : insurance === 'on',
  });
}

/** Sets the limits for access tokens and for connected apps; 0 means no limit. */
async function applyLimits(
  services: Services,
  accountId: number,
  { limitLabel, limitDay, askAbove }: Settings,
): Promise<void> {
  if (limitLabel === undefined && limitDay === undefined && askAbove === undefined) return;
  const limits = { perLabelCents: limitLabel, perDayCents: limitDay, askAboveCents: askAbove };
  await services.billing.setSpendingLimits({ accountId, token: limits, app: limits });
}

/** Shows the limits; null means no limit. */
const shownLimits = (limits: KindLimits | undefined) => ({
  label: dollarsOrNull(limits?.perLabelCents),
  day: dollarsOrNull(limits?.perDayCents),
  askAbove: dollarsOrNull(limits?.askAboveCents),
  spentToday: toDollars(limits?.spentTodayCents ?? 0),
});

const dollarsOrNull = (amount: number | undefined) => (amount === undefined ? null : toDollars(amount));

async function readSettings(services: Services, accountId: number, timeZone: string | undefined) {
  const { billing, shipping } = services;
  const [account, balance, { printSetting, insurance }] = await Promise.all([
    billing.getAccount({ accountId }),
    billing.getBalance({ accountId, timeZone }),
    shipping.getSettings({ accountId }),
  ]);
  return {
    plan: account.plan,
    balance: toDollars(balance.availableCents),
    autoRecharge: toDollars(account.autoRechargeCents),
    paymentMethod: account.paymentMethod,
    referralCredit: toDollars(account.referralCreditCents),
    print: printSetting,
    insurance: insurance ? 'on' : 'off',
    limits: { token: shownLimits(balance.limits?.token), apps: shownLimits(balance.limits?.app) },
  };
}
