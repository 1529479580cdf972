import { aLabel, anOrder } from '../../support/contracts';
import { rest } from '../../support/rest';
import { startGateway } from '../../support/start-gateway';

describe.each([
  { carrierAccepted: true, begunNow: true },
  { carrierAccepted: false, begunNow: true },
  { carrierAccepted: false, begunNow: false },
])(
  'a void over REST, accepted by the carrier: $carrierAccepted, requested now: $begunNow',
  ({ carrierAccepted, begunNow }) => {
    const status = carrierAccepted ? 'ReturnLabelRefunded' : 'WaitingForReturn';
    const voided = async () => ({
      outcome: {
        $case: 'result' as const,
        result: {
          trackingNumber: '9400',
          refundStatus: 'pending',
          refundAmountCents: 715,
          carrierAccepted,
          begunNow,
        },
      },
    });
    const start = () =>
      startGateway({
        orders: { getOrder: async () => anOrder({ status, returnLabel: aLabel() }) },
        shipping: { voidLabel: voided, voidReturnLabel: voided },
      });

    it('void-label answers whether the label is void or waits for the carrier', async () => {
      expect(await rest(await start(), 'POST', '/public/order/1001/void-label')).toMatchObject({
        status: 200,
        body: {
          success: true,
          result: {
            voided: carrierAccepted,
            voidPending: !carrierAccepted,
            carrierAccepted,
            orderId: 1001,
            trackingNumber: '9400',
            refundStatus: 'pending',
            refundAmount: 7.15,
          },
        },
      });
    });

    it('withdrawing a return answers the same for its label, with the status of the order', async () => {
      expect(await rest(await start(), 'DELETE', '/public/order/1001/return')).toMatchObject({
        status: 200,
        body: {
          success: true,
          result: {
            orderId: 1001,
            voidPending: !carrierAccepted,
            refundStatus: 'pending',
            refundAmount: 7.15,
            orderStatus: carrierAccepted ? 'Return label refunded' : 'Waiting for return',
          },
        },
      });
    });
  },
);

it('a return without a label does not wait for the carrier', async () => {
  const gateway = await startGateway({
    orders: {
      getOrder: async () => anOrder({ status: 'PrintReturnLabel', returnLabel: undefined }),
      changeReturn: async () => anOrder({ status: 'Delivered' }),
    },
  });
  expect(await rest(gateway, 'DELETE', '/public/order/1001/return')).toMatchObject({
    status: 200,
    body: { result: { refundStatus: 'none', refundAmount: 0, voidPending: false, orderStatus: 'Delivered' } },
  });
});
