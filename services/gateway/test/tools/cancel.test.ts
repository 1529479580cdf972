import { DomainError } from '@parcelyard/service-kit/domain-error';
import { aLabel, anOrder, aPickup } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { BASE_URL, callTool, startGateway } from '../support/start-gateway';

describe('cancel_shipping_label', () => {
  const voiding = (carrierAccepted = true, orderIds?: number[]) =>
    startGateway({
      orders: { getOrder: async () => anOrder(orderIds ? { pickupId: 31 } : {}) },
      pickups: { getPickup: async () => aPickup({ orderIds: orderIds ?? [] }) },
      shipping: {
        voidLabel: async ({ confirm }) => ({
          outcome: confirm
            ? {
                $case: 'result',
                result: {
                  trackingNumber: '9400',
                  refundStatus: 'pending',
                  refundAmountCents: 715,
                  carrierAccepted,
                  begunNow: true,
                },
              }
            : {
                $case: 'preview',
                preview: { trackingNumber: '9400', refundExpectedCents: 715, feeKeptCents: 30 },
              },
        }),
      },
    });

  it.each([{}, { confirm: false }, { confirm: null }])(
    'with %j is a preview with number, refund and next step [MCP-S9] [MCP-R4]',
    async (more) => {
      const gateway = await voiding();
      const { data } = await callTool(gateway, 'cancel_shipping_label', { order_id: 1001, ...more });
      expect(data).toEqual({
        preview: true,
        order_id: 1001,
        tracking_number: '9400',
        refund_expected: 7.15,
        note: expect.stringContaining('confirm: true'),
      });
      expect(gateway.calls).toEqual([
        { method: 'voidLabel', request: { accountId: ACCOUNT_ID, orderId: 1001, confirm: false } },
        { method: 'getOrder', request: { accountId: ACCOUNT_ID, orderId: 1001 } },
      ]);
    },
  );

  it.each([
    [[1001, 1002], false, 'The order is then removed from pickup 31 (2026-03-04).'],
    [
      [1001],
      true,
      'This order is the last of pickup 31 on 2026-03-04, so that pickup is then canceled with the carrier.',
    ],
  ])('names in a preview the pickup of the parcel: %j [MCP-S9]', async (orderIds, last, words) => {
    const { data } = await callTool(await voiding(true, orderIds), 'cancel_shipping_label', {
      order_id: 1001,
    });
    expect(data).toMatchObject({
      pickup: { pickup_id: 31, carrier: 'usps', date: '2026-03-04', last_label: last },
      note: expect.stringContaining(words),
    });
  });

  it.each([
    [true, { voided: true }, 'ready to ship again'],
    [false, { voided: false, void_pending: true }, 'has not accepted it yet'],
  ])(
    'names the refund after a confirm; accepted by the carrier: %s [MCP-S9] [MCP-R5]',
    async (accepted, state, note) => {
      const gateway = await voiding(accepted);
      const { data } = await callTool(gateway, 'cancel_shipping_label', { order_id: 1001, confirm: true });
      expect(data).toEqual({
        ...state,
        order_id: 1001,
        tracking_number: '9400',
        refund_status: 'pending',
        refund_amount: 7.15,
        note: expect.stringContaining(note),
      });
      expect(gateway.calls).toMatchObject([{ request: { confirm: true } }]);
    },
  );

  it("returns the carrier's message word for word [MCP-E11]", async () => {
    const words = 'Carrier rejected the void: the parcel has been scanned (SBX-2002)';
    const gateway = await startGateway({
      shipping: {
        voidLabel: async () => {
          throw new DomainError('carrier_refused', 'text', { text: words });
        },
      },
    });
    expect(await callTool(gateway, 'cancel_shipping_label', { order_id: 1001, confirm: true })).toMatchObject(
      { isError: true, text: words, data: undefined },
    );
  });
});

describe('cancel_order', () => {
  const canceling = (
    order = anOrder({ status: 'PrintLabel', label: aLabel() }),
    money = { refundPendingCents: 0, refundedCents: 0, feeKeptCents: 30 },
  ) =>
    startGateway({
      shipping: {
        cancelOrder: async ({ confirm }) => ({
          outcome: confirm
            ? {
                $case: 'result',
                result: {
                  order: anOrder({ status: 'Deleted' }),
                  labelVoided: true,
                  note: 'The order is canceled.',
                  refundStatus: 'pending',
                  refundAmountCents: 715,
                  refundBegunCents: 715,
                },
              }
            : {
                $case: 'preview',
                preview: { order, labelWillBeVoided: true, refundExpectedCents: 715, ...money },
              },
        }),
      },
    });

  it('shows without confirm the order, whether its label is voided, and the refund [MCP-O20] [MCP-R4]', async () => {
    const gateway = await canceling();
    const { data } = await callTool(gateway, 'cancel_order', { order_id: 1001 });
    expect(data).toEqual({
      preview: true,
      order: expect.objectContaining({
        order_id: 1001,
        status: 'Label purchased',
        shipping: expect.objectContaining({ label_url: `${BASE_URL}/labels/label-token` }),
      }),
      label_will_be_voided: true,
      refund_expected: 7.15,
      note: expect.stringContaining('confirm: true'),
    });
    expect(gateway.calls).toEqual([
      { method: 'cancelOrder', request: { accountId: ACCOUNT_ID, orderId: 1001, confirm: false } },
    ]);
  });

  it('says in a preview that the order is already canceled', async () => {
    const gateway = await canceling(anOrder({ status: 'Deleted' }));
    const { data } = await callTool(gateway, 'cancel_order', { order_id: 1001 });
    expect(data).toMatchObject({
      note: expect.stringMatching(/^This order is already canceled\. Nothing was changed\./),
    });
  });

  it('returns after a confirm the result for order and label [MCP-O20] [MCP-R5]', async () => {
    const gateway = await canceling();
    const { data } = await callTool(gateway, 'cancel_order', { order_id: 1001, confirm: true });
    expect(data).toEqual({
      canceled: true,
      order_id: 1001,
      status: 'Canceled',
      label_voided: true,
      refund_status: 'pending',
      refund_amount: 7.15,
      note: 'The order is canceled.',
    });
  });

  it.each([
    [
      { refundPendingCents: 0, refundedCents: 0, feeKeptCents: 30 },
      'Nothing was canceled. $7.15 would go back to the postage balance. The fee of $0.30 is not refunded. ',
    ],
    [
      { refundPendingCents: 715, refundedCents: 0, feeKeptCents: 0 },
      'Nothing was canceled. A refund of $7.15 for an earlier void is pending; this call does not change it. ',
    ],
    [
      { refundPendingCents: 300, refundedCents: 0, feeKeptCents: 0 },
      '$4.15 would go back to the postage balance. A refund of $3.00 for an earlier void is pending',
    ],
    [
      { refundPendingCents: 715, refundedCents: 205, feeKeptCents: 0 },
      '$2.05 for a label that was voided earlier was already refunded. ',
    ],
  ])('counts each cent of a refund once in a preview: %j [MCP-S44]', async (money, words) => {
    const gateway = await canceling(anOrder(), money);
    const { data } = await callTool(gateway, 'cancel_order', { order_id: 1001 });
    expect(data?.note).toContain(words);
    expect(data?.note).toMatch(/Show this to the user\. If they agree, call again with confirm: true\.$/);
  });
});
