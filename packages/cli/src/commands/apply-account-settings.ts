import { randomUUID } from 'node:crypto';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { Cents } from '@parcelyard/money/cents';
import { toDollars } from '@parcelyard/money/dollars';
import type { Services } from '../connect-services';

interface Settings {
  plan?: string | undefined;
  addBalance?: Cents | undefined;
  autoRecharge?: Cents | undefined;
  paymentMethod?: string | undefined;
  print?: 'pdf' | 'qr' | undefined;
  insurance?: boolean | undefined;
  addReferralCredit?: Cents | undefined;
}

/** Sets what is given and answers with how the account stands then. */
export async function applyAccountSettings(services: Services, accountId: number, settings: Settings) {
  const billing = services.client('billing', BillingDefinition);
  const shipping = services.client('shipping', ShippingDefinition);
  const { plan, autoRecharge, paymentMethod, addReferralCredit, addBalance, print, insurance } = settings;
  await billing.updateAccount({
    accountId,
    ...(plan === undefined ? {} : { plan }),
    ...(autoRecharge === undefined ? {} : { autoRechargeCents: autoRecharge }),
    ...(paymentMethod === undefined ? {} : { paymentMethod }),
    ...(addReferralCredit === undefined ? {} : { addReferralCreditCents: addReferralCredit }),
    idempotencyKey: randomUUID(),
  });
  if (addBalance) {
    await billing.addBalance({ accountId, amountCents: addBalance, idempotencyKey: randomUUID() });
  }
  const printed =
    print === undefined && insurance === undefined
      ? await shipping.getSettings({ accountId })
      : await shipping.updateSettings({
          accountId,
          ...(print === undefined ? {} : { printSetting: print }),
          ...(insurance === undefined ? {} : { insurance }),
        });
  const [account, balance] = await Promise.all([
    billing.getAccount({ accountId }),
    billing.getBalance({ accountId }),
  ]);
  return {
    plan: account.plan,
    balance: toDollars(balance.availableCents),
    autoRecharge: toDollars(account.autoRechargeCents),
    paymentMethod: account.paymentMethod,
    referralCredit: toDollars(account.referralCreditCents),
    print: printed.printSetting,
    insurance: printed.insurance ? 'on' : 'off',
  };
}
