import { aLabel, anAddress, anOrder } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { BASE_URL, callTool, startGateway } from '../support/start-gateway';

const RETURN_LABEL = aLabel({ purchaseId: 'pur_1001_2', trackingNumber: 'R1', labelUrl: '/labels/return' });

describe('get_rates with return: true', () => {
  it('requests the way back, says so, and checks no address', async () => {
    const gateway = await startGateway({
      shipping: {
        getRates: async () => ({
          orderId: 1001,
          packageId: 'package',
          shipDate: new Date('2026-03-02T15:00:00Z'),
          addressCheck: undefined,
          rates: [],
          errors: [],
          warnings: [],
        }),
      },
    });
    const { data } = await callTool(gateway, 'get_rates', { order_id: 1001, weight_oz: 20, return: true });
    expect(gateway.calls[0]).toMatchObject({ method: 'getRates', request: { forReturn: true } });
    expect(data).toMatchObject({ order_id: 1001, return: true, package_id: 'package', address_check: null });
  });
});

describe('buy_label with a rate for a return', () => {
  const purchase = {
    order_id: 1001,
    rate_id: 'rate',
    package_id: 'package',
    method: 'USPS Ground Advantage',
    service_level: 'usps_ground_advantage',
  };

  it('says in a preview that it is a return to the shop, and the label says so too', async () => {
    const charges = { postageCents: 745, insuranceCents: 0, feeCents: 0 };
    const gateway = await startGateway({
      shipping: {
        buyLabel: async ({ confirm }) => ({
          outcome: confirm
            ? {
                $case: 'result',
                result: { label: RETURN_LABEL, chargedNow: true, ...charges, forReturn: true },
              }
            : {
                $case: 'preview',
                preview: {
                  ...charges,
                  totalChargeCents: 745,
                  currentBalanceCents: 12345,
                  balanceAfterCents: 11600,
                  autoRechargeWouldFire: false,
                  rechargeCents: 0,
                  balanceWouldGoNegative: false,
                  customsItems: [],
                  warnings: [],
                  shipTo: anAddress({ name: 'The shop' }),
                  forReturn: true,
                },
              },
        }),
      },
    });
    const preview = await callTool(gateway, 'buy_label', purchase);
    expect(preview.data).toMatchObject({
      preview: true,
      return: true,
      ship_to: { name: 'The shop' },
      total_charge: 7.45,
      message: expect.stringContaining('Nothing was bought'),
    });
    const bought = await callTool(gateway, 'buy_label', { ...purchase, confirm: true });
    expect(bought.data).toMatchObject({ purchased: true, return: true, tracking_number: 'R1' });
  });
});

describe('the return label of an order', () => {
  const order = anOrder({ status: 'WaitingForReturn', label: aLabel(), returnLabel: RETURN_LABEL });

  it('is returned by get_label with return: true, and not otherwise', async () => {
    const gateway = await startGateway({ orders: { getOrder: async () => order } });
    const back = await callTool(gateway, 'get_label', { order_id: 1001, return: true });
    expect(back.data).toMatchObject({
      return: true,
      has_label: true,
      tracking_number: 'R1',
      label_url: `${BASE_URL}/labels/return`,
    });
    const out = await callTool(gateway, 'get_label', { order_id: 1001 });
    expect(out.data).toMatchObject({ label_url: `${BASE_URL}/labels/label-token` });
    expect(out.data).not.toHaveProperty('return');
  });

  it('is voided by cancel_shipping_label with return: true, instead of the outbound label', async () => {
    const refund = { trackingNumber: 'R1', refundStatus: 'pending', refundAmountCents: 745 };
    const gateway = await startGateway({
      orders: { getOrder: async () => order },
      shipping: {
        voidReturnLabel: async ({ confirm }) => ({
          outcome: confirm
            ? { $case: 'result', result: { ...refund, carrierAccepted: true, begunNow: true } }
            : {
                $case: 'preview',
                preview: { trackingNumber: 'R1', refundExpectedCents: 745, feeKeptCents: 0 },
              },
        }),
      },
    });
    const preview = await callTool(gateway, 'cancel_shipping_label', { order_id: 1001, return: true });
    expect(preview.data).toMatchObject({ preview: true, return: true, refund_expected: 7.45 });
    const voided = await callTool(gateway, 'cancel_shipping_label', {
      order_id: 1001,
      return: true,
      confirm: true,
    });
    expect(voided.data).toMatchObject({
      voided: true,
      return: true,
      note: expect.stringContaining('get_rates with return: true gives the prices of another return label'),
    });
    expect(gateway.calls).toContainEqual({
      method: 'voidReturnLabel',
      request: { accountId: ACCOUNT_ID, orderId: 1001, confirm: true },
    });
  });

  it.each([
    ['Delivered', /^The parcel was delivered\. .* get_rates with return: true/],
    [
      'DeliveryFailure',
      /^The carrier could not deliver the parcel; exception has its words\..* return: true/,
    ],
    ['ReturnedToSender', /^The carrier brings the parcel back, and no return label is needed\./],
    ['InTransit', undefined],
  ])('is described by track_order for an order that is %s', async (status, words) => {
    const gateway = await startGateway({
      orders: { getOrder: async () => anOrder({ status, label: aLabel() }) },
      shipping: { listParcels: async () => ({ orderId: 0, parcels: [] }) },
    });
    const { data } = await callTool(gateway, 'track_order', { order_id: 1001 });
    expect(data?.note).toEqual(words && expect.stringMatching(words));
  });
});
