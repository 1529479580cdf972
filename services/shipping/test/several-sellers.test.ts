import { cents } from '@parcelyard/money/cents';
import { partial } from '@parcelyard/testing/partial';
import type { Seller } from '../src/domain/seller';
import { CarrierNoAnswer } from '../src/sellers/carrier-errors';
import type { Carrier, CarrierDeclaration, CarrierRate, ShipmentRequest } from '../src/sellers/carrier-port';
import { type CarrierRegistry, createCarrierRegistry } from '../src/sellers/carrier-registry';
import { askCarriers } from '../src/use-cases/ask-carriers';
import { aShipment } from './rating/a-shipment';
import { latestPurchase, settle } from './support/settle';
import { ACCOUNT, confirm, rate, type Shipping, startShipping } from './support/start-shipping';

describe('rates of two sellers', () => {
  const row = (serviceLevel: string, amount: number): CarrierRate => ({
    carrier: serviceLevel.split('_')[0] ?? '',
    serviceLevel,
    method: serviceLevel,
    amount: cents(amount),
    currency: 'USD',
    retailAmount: cents(amount),
    charges: [],
    deliveryDays: 3,
    estimatedDeliveryDate: undefined,
    deliveryDateGuaranteed: false,
    zone: undefined,
  });
  const selling = (seller: Seller, code: string, answer: () => readonly CarrierRate[]) => {
    const declaration = partial<CarrierDeclaration>({ code, name: code.toUpperCase() });
    const rateOf = async () => ({ rates: answer(), messages: [] });
    return partial<Carrier>({ seller, code, declaration, rate: rateOf });
  };
  const silent = (): never => {
    throw new CarrierNoAnswer('USPS');
  };
  const ask = async (carriers: Carrier[], changes: Partial<ShipmentRequest> = {}) => {
    const { rates, errors } = await askCarriers(carriers, { ...aShipment(), ...changes });
    return { rates: rates.map(({ seller, serviceLevel, amount }) => [seller, serviceLevel, amount]), errors };
  };

  test('are in one answer, and a service of both has the lower price', async () => {
    const first = selling('easypost', 'usps', () => [row('usps_priority_mail', 900), row('usps_media', 400)]);
    const second = selling('sandbox', 'usps', () => [row('usps_priority_mail', 850)]);
    const { rates, errors } = await ask([
      first,
      second,
      selling('sandbox', 'ups', () => [row('ups_ground', 700)]),
    ]);
    expect(rates).toEqual([
      ['easypost', 'usps_media', 400],
      ['sandbox', 'ups_ground', 700],
      ['sandbox', 'usps_priority_mail', 850],
    ]);
    expect(errors).toEqual([]);
  });

  test('at the same price come from the seller that CARRIERS names first', async () => {
    const both = (['easypost', 'sandbox'] as const).map((seller) =>
      selling(seller, 'usps', () => [row('usps_media', 400)]),
    );
    expect((await ask(both)).rates).toEqual([['easypost', 'usps_media', 400]]);
  });

  test('are shown when one seller fails, and the error names that seller', async () => {
    const working = selling('sandbox', 'usps', () => [row('usps_media', 400)]);
    const { rates, errors } = await ask([selling('easypost', 'usps', silent), working]);
    expect(rates).toEqual([['sandbox', 'usps_media', 400]]);
    expect(errors).toEqual([
      {
        carrier: 'usps',
        code: 'no_answer',
        message: 'USPS gave no rates through EasyPost. Try again in a moment.',
      },
    ]);
  });

  test("come only from the merchant's own account when there is one", async () => {
    const cheap = selling('sandbox', 'usps', () => [row('usps_media', 100)]);
    const own = selling('easypost', 'usps', () => [row('usps_media', 400)]);
    const account = { seller: 'easypost', carrierAccountId: 1, carrier: 'usps', externalId: 'ca_1' } as const;
    expect((await ask([cheap, own], { ownAccounts: [account] })).rates).toEqual([
      ['easypost', 'usps_media', 400],
    ]);
    // The seller of the account is no longer configured.
    expect((await ask([cheap], { ownAccounts: [account] })).rates).toEqual([['sandbox', 'usps_media', 100]]);
  });
});

describe('a deployment with two sellers', () => {
  let shipping: Shipping;
  beforeEach(async () => {
    shipping = await startShipping();
  });
  afterEach(() => shipping.close());

  /**
   * Returns a registry in which two sellers sell the labels of the sandbox's carriers. The second seller's labels cost
   * `less` cents less.
   */
  const twice =
    (asked: string[], less = 0) =>
    ({ all }: CarrierRegistry): CarrierRegistry =>
      createCarrierRegistry(
        (['sandbox', 'easypost'] as const).flatMap((seller) =>
          all.map((carrier): Carrier => {
            const rateLess: Carrier['rate'] = async (request) => {
              const { rates, messages } = await carrier.rate(request);
              const amountOf = ({ amount }: CarrierRate) =>
                cents(amount - (seller === 'easypost' ? less : 0));
              return { rates: rates.map((one) => ({ ...one, amount: amountOf(one) })), messages };
            };
            const told =
              <Inputs extends unknown[], Answer>(
                what: string,
                call: (...inputs: Inputs) => Promise<Answer>,
              ) =>
              async (...inputs: Inputs) => {
                asked.push(`${what} ${seller}`);
                return call(...inputs);
              };
            const buy: Carrier['buy'] = async (request) => {
              // The sandbox sells only at its own price, so the request to the sandbox has the sandbox's price.
              const sold = await carrier.buy({ ...request, price: cents(request.price + less) });
              return { ...sold, charged: request.price };
            };
            return {
              ...carrier,
              seller,
              rate: rateLess,
              buy: told('buy', buy),
              void: told('void', carrier.void),
            };
          }),
        ),
      );

  test('buys from the seller of the confirmed price and voids there', async () => {
    const asked: string[] = [];
    const { rpc } = await shipping.startProcess({ carriers: twice(asked, 5) });
    const { orderId } = await shipping.createOrder();
    await confirm(rpc, await rate(rpc, orderId));
    expect(await latestPurchase(shipping, orderId)).toMatchObject({ terms: { seller: 'easypost' } });
    await rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
    await settle(shipping, orderId, 'refunded');
    expect([...new Set(asked)]).toEqual(['buy easypost', 'void easypost']);
  });

  test('books a pickup from the seller with most labels, for those labels', async () => {
    const pickup = { accountId: ACCOUNT, carrier: 'usps', date: '2026-03-03', references: [] };
    const buyThrough = async (less: number) => {
      const { rpc, stop } = await shipping.startProcess({ carriers: twice([], less) });
      const { orderId } = await shipping.createOrder();
      const choose = (all: readonly { carrier: string }[]) => all.find(({ carrier }) => carrier === 'usps');
      await confirm(rpc, await rate(rpc, orderId, choose as Parameters<typeof rate>[2]));
      await stop();
      return orderId;
    };
    const [atSandbox, first, second] = [await buyThrough(0), await buyThrough(5), await buyThrough(5)];
    const { rpc } = await shipping.startProcess({ carriers: twice([]) });
    expect(await rpc.quotePickup({ ...pickup, orderIds: [atSandbox, first, second] })).toMatchObject({
      seller: 'easypost',
      orderIds: [first, second],
    });
    expect(await rpc.quotePickup({ ...pickup, orderIds: [atSandbox] })).toMatchObject({
      seller: 'sandbox',
      orderIds: [atSandbox],
    });
    const all = [atSandbox, first, second];
    const sold = { accountId: ACCOUNT, seller: 'easypost', orderIds: all };
    expect(await rpc.selectSoldBy(sold)).toEqual({ orderIds: [first, second] });
    expect(await rpc.selectSoldBy({ ...sold, accountId: 999 })).toEqual({ orderIds: all });
  });

  test('requires the seller when an own carrier account is linked', async () => {
    const { rpc } = await shipping.startProcess({ carriers: twice([]) });
    const asked = { accountId: ACCOUNT, carrier: 'ups', accountNumber: 'A1B2C3', agreementToken: '' };
    const shown = await rpc.registerCarrier({ ...asked, confirm: false });
    if (shown.outcome?.$case !== 'agreement') throw new Error('No agreement was shown.');
    const { agreementToken } = shown.outcome.agreement;
    const { outcome } = await rpc.registerCarrier({ ...asked, agreementToken, confirm: true });
    if (outcome?.$case !== 'account') throw new Error('No account was linked.');
    const own = {
      accountId: ACCOUNT,
      carrierAccountId: outcome.account.carrierAccountId,
      externalId: 'ca_1',
    };
    await expect(rpc.useCarrierAccount(own)).rejects.toMatchObject({
      reason: 'field_not_one_of',
      field: 'seller',
      params: { allowed: ['sandbox', 'easypost'] },
    });
    await expect(rpc.useCarrierAccount({ ...own, seller: 'easypost' })).rejects.toMatchObject({
      reason: 'carrier_accounts_not_named',
      params: { variable: 'EASYPOST_CARRIER_ACCOUNTS' },
    });
  });

  test('does not start when one of them lacks its key, and the error names it', async () => {
    const start = shipping.startProcess({ config: { CARRIERS: ['easypost'] } });
    await expect(start).rejects.toThrow('EASYPOST_API_KEY: is required when CARRIERS names easypost');
  });

  test('offers the selected carriers, and earlier labels can still be voided', async () => {
    const all = await shipping.startProcess();
    const [bought, rated] = [await shipping.createOrder(), await shipping.createOrder()];
    const usps = (rates: readonly { carrier: string }[]) => rates.find(({ carrier }) => carrier === 'usps');
    const byUsps = (orderId: number) => rate(all.rpc, orderId, usps as Parameters<typeof rate>[2]);
    await confirm(all.rpc, await byUsps(bought.orderId));
    const choice = await byUsps(rated.orderId);
    await all.stop();

    const { rpc } = await shipping.startProcess({ config: { SANDBOX_CARRIERS: ['ups'] } });
    const { carriers } = await rpc.listCarriers({ accountId: ACCOUNT });
    expect(carriers.map(({ code }) => code)).toEqual(['ups']);
    await expect(rpc.buyLabel({ ...choice, confirm: true })).rejects.toMatchObject({
      reason: 'rate_of_seller_out_of_use',
    });
    expect(await shipping.transfersOf(rated.orderId)).toEqual([]);
    await rpc.voidLabel({ accountId: ACCOUNT, orderId: bought.orderId, confirm: true });
    await settle(shipping, bought.orderId, 'refunded');
  });
});
