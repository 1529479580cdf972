import { eventually } from '@parcelyard/testing/eventually';
import {
  ACCOUNT,
  confirm,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

const REFERRER = 77;

let shipping: Shipping;
let rpc: ShippingClient;
beforeEach(async () => {
  shipping = await startShipping();
  rpc = (await shipping.startProcess()).rpc;
  const { code } = await shipping.billing.getReferrals({ accountId: REFERRER });
  await shipping.billing.recordReferral({ code, accountId: ACCOUNT, name: 'Ada' });
});
afterEach(() => shipping.close());

const buy = async () => {
  const { orderId } = await shipping.createOrder();
  await confirm(rpc, await rate(rpc, orderId));
  return orderId;
};
const earned = async () =>
  (await shipping.billing.getReferrals({ accountId: REFERRER })).referrals.map(
    ({ status, creditCents }) => `${status} ${creditCents}`,
  );
const statusOf = async (orderId: number) => (await shipping.getOrder(orderId)).status;

test('the referrer gets the credit when a carrier has scanned the first parcel of the referred account', async () => {
  const orderId = await buy();
  expect(await earned()).toEqual(['joined 0']);
  shipping.clock.advance(3_600_000);
  await eventually(async () => expect(await earned()).toEqual(['credited 1000']));
  expect(await statusOf(orderId)).toBe('InTransit');
});

test('labels that are bought and voided earn no credit at any time', async () => {
  for (let n = 0; n < 3; n += 1) {
    const orderId = await buy();
    await rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
  }
  shipping.clock.advance(48 * 3_600_000);
  const orderId = await buy();
  expect(await earned()).toEqual(['joined 0']);
  await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'InTransit' });
  expect(await earned()).toEqual(['credited 1000']);
});

test('a scan that billing did not get is reported to billing again', async () => {
  const orderId = await buy();
  let refusals = 3;
  const failing = await shipping.startProcess({
    clients: (clients) => ({
      ...clients,
      billing: {
        ...clients.billing,
        noteScan: async (request) => {
          refusals -= 1;
          if (refusals >= 0) throw new Error('billing is away');
          return clients.billing.noteScan(request);
        },
      },
    }),
  });
  const scan = () => failing.rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'InTransit' });
  await expect(scan()).rejects.toThrow();
  // The orders service has got the scan, but billing has not. So the worker reports the scan again, until billing has
  // got it, too.
  expect(await statusOf(orderId)).toBe('InTransit');
  await eventually(async () => {
    shipping.clock.advance(60_000);
    expect(await earned()).toEqual(['credited 1000']);
  });
});

test('a void that the carrier refuses does not prevent the credit', async () => {
  const { orderId } = await shipping.createOrder({ company: 'SBX_VOID_REJECTED' });
  await confirm(rpc, await rate(rpc, orderId));
  await expect(rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true })).rejects.toMatchObject({
    code: 'carrier_refused',
  });
  expect(await earned()).toEqual(['joined 0']);
  shipping.clock.advance(3_600_000);
  await eventually(async () => expect(await earned()).toEqual(['credited 1000']));
});
