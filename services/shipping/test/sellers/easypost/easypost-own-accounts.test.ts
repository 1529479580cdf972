import { cents } from '@parcelyard/money/cents';
import type { OwnAccount } from '../../../src/domain/own-account';
import { API_KEY, aRate, BUY } from './start-easypost-double';
import { connect, double, failure, purchase, shipment, useEasypost } from './use-easypost';

useEasypost();

const ownUps: OwnAccount = {
  seller: 'easypost',
  carrierAccountId: 1001,
  carrier: 'ups',
  externalId: 'ca_mugs',
};

/** `ca_1` is the operator's carrier account. EasyPost also has accounts of two merchants. */
const carriers = () => {
  double.settings.rates = [
    aRate('USPS', 'GroundAdvantage', '7.45'),
    aRate('UPSDAP', 'Ground', '9.95'),
    aRate('UPS', 'Ground', '6.10', { carrier_account_id: 'ca_mugs', billing_type: 'carrier' }),
    aRate('UPS', 'Ground', '1.00', { carrier_account_id: 'ca_of_another', billing_type: 'carrier' }),
  ];
  return connect(API_KEY, false, ['ca_1']);
};
const accountsAsked = () =>
  double.callsOf(/^POST \/shipments$/).map(({ body }) => (body.shipment as Body).carrier_accounts);
type Body = Record<string, unknown>;

describe("a merchant's own carrier accounts at EasyPost", () => {
  it("a merchant without one gets rates of the deployment's accounts only, whatever other accounts the key has", async () => {
    const { registry } = await carriers();
    expect((await registry.get('ups').rate(shipment())).rates).toMatchObject([{ amount: 995 }]);
    expect(accountsAsked()).toEqual([['ca_1']]);
  });

  it("a carrier with an own account has only that account's rates, and other carriers those of the deployment", async () => {
    const { registry } = await carriers();
    const request = shipment({ ownAccounts: [ownUps] });
    expect((await registry.get('ups').rate(request)).rates).toMatchObject([
      { amount: 610, ownAccount: ownUps },
    ]);
    const [usps] = (await registry.get('usps').rate(request)).rates;
    expect(usps).toMatchObject({ amount: 745 });
    expect(usps).not.toHaveProperty('ownAccount');
    expect(accountsAsked()).toEqual([['ca_1', 'ca_mugs']]);
  });

  it('an own account that EasyPost bills itself has no rates, because nobody would pay them', async () => {
    const { registry } = await carriers();
    double.settings.rates = [aRate('UPS', 'Ground', '6.10', { carrier_account_id: 'ca_mugs' })];
    expect((await registry.get('ups').rate(shipment({ ownAccounts: [ownUps] }))).rates).toEqual([]);
  });

  it('a purchase uses exactly the account of its rate', async () => {
    const { registry } = await carriers();
    const request = purchase({ serviceLevel: 'ups_ground', price: cents(610), ownAccount: 'ca_mugs' });
    expect(await registry.get('ups').buy(request)).toMatchObject({ charged: 610 });
    expect(accountsAsked()[0]).toEqual(['ca_mugs']);
  });

  it("a purchase with the deployment's account never uses a merchant's account, at any price", async () => {
    const { registry } = await carriers();
    const request = purchase({ serviceLevel: 'ups_ground', price: cents(995) });
    expect(await registry.get('ups').buy(request)).toMatchObject({ charged: 995 });
    expect(accountsAsked()[0]).toEqual(['ca_1']);
  });

  it('a purchase is refused when EasyPost now bills its account, and nothing is bought', async () => {
    const { registry } = await carriers();
    double.settings.rates = [aRate('UPS', 'Ground', '6.10', { carrier_account_id: 'ca_mugs' })];
    const request = purchase({ serviceLevel: 'ups_ground', price: cents(610), ownAccount: 'ca_mugs' });
    expect(await failure(registry.get('ups').buy(request))).toMatchObject({ code: 'service_unavailable' });
    expect(double.callsOf(BUY)).toEqual([]);
  });

  it('a deployment without named accounts uses all accounts of the key', async () => {
    const { registry } = await connect();
    await registry.get('ups').rate(shipment());
    expect(accountsAsked()).toEqual([undefined]);
  });
});
