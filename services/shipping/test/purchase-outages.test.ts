import { type LockForPurchaseResponse, LockOutcome } from '@parcelyard/contracts/orders';
import type { Reason } from '@parcelyard/reasons/reasons';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { Carrier } from '@parcelyard/shipping/sellers/carrier-port';
import { type CarrierRegistry, createCarrierRegistry } from '@parcelyard/shipping/sellers/carrier-registry';
import { eventually } from '@parcelyard/testing/eventually';
import { latestPurchase, settle } from './support/settle';
import {
  ACCOUNT,
  confirm,
  type ProcessOptions,
  rate,
  type Shipping,
  startShipping,
} from './support/start-shipping';

let shipping: Shipping;
beforeEach(async () => {
  shipping = await startShipping();
});
afterEach(() => shipping.close());

const start = async (options: ProcessOptions) => (await shipping.startProcess(options)).rpc;
const stateOf = async (orderId: number) => (await latestPurchase(shipping, orderId))?.state;
const money = async () => {
  const { availableCents, heldCents } = await shipping.billing.getBalance({ accountId: ACCOUNT });
  return { availableCents, heldCents };
};
const expectUntouched = async (orderId: number, before: object) => {
  const order = await shipping.getOrder(orderId);
  expect([order.status, order.label, order.lockedBy]).toEqual(['ChooseShipping', undefined, undefined]);
  expect(await money()).toEqual(before);
};

const down = new DomainError('unavailable', 'unavailable', {});

/** Lets the first `times` calls fail. */
function failing<Request, Options, Response>(
  times: number,
  call: (request: Request, options?: Options) => Promise<Response>,
) {
  let left = times;
  return async (request: Request, options?: Options): Promise<Response> => {
    if (left > 0) {
      left -= 1;
      throw down;
    }
    return call(request, options);
  };
}

const withCarrier =
  (change: (carrier: Carrier) => Partial<Carrier>) =>
  (sandbox: CarrierRegistry): CarrierRegistry => {
    const changed = (carrier: Carrier): Carrier => ({ ...carrier, ...change(carrier) });
    return createCarrierRegistry(sandbox.all.map(changed), sandbox.accounts);
  };

describe('a short outage of a service only delays the label:', () => {
  test.each<[string, ProcessOptions['clients']]>([
    [
      'orders during the lock',
      ({ orders, billing }) => ({
        billing,
        orders: { ...orders, lockForPurchase: failing(2, orders.lockForPurchase) },
      }),
    ],
    [
      'billing during the hold',
      ({ orders, billing }) => ({ orders, billing: { ...billing, hold: failing(2, billing.hold) } }),
    ],
    [
      'orders when the label is attached',
      ({ orders, billing }) => ({
        billing,
        orders: { ...orders, attachLabel: failing(3, orders.attachLabel) },
      }),
    ],
    [
      'billing during the capture',
      ({ orders, billing }) => ({ orders, billing: { ...billing, capture: failing(3, billing.capture) } }),
    ],
  ])('%s', async (_, clients) => {
    const rpc = await start(clients ? { clients } : {});
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const before = await money();
    await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'unresolved' });
    await settle(shipping, orderId, 'done');
    const { label } = await confirm(rpc, choice);
    const paid = label?.costCents ?? 0;
    expect(await money()).toEqual({ availableCents: before.availableCents - paid, heldCents: 0 });
  });

  test('billing during the release', async () => {
    const rpc = await start({
      clients: ({ orders, billing }) => ({
        orders,
        billing: { ...billing, release: failing(2, billing.release) },
      }),
    });
    const { orderId } = await shipping.createOrder({ company: 'SBX_DECLINE' });
    const choice = await rate(rpc, orderId);
    const before = await money();
    await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'unresolved' });
    await settle(shipping, orderId, 'failed');
    await expectUntouched(orderId, before);
  });
});

test('a payment gateway that never answers is given up within 45 seconds, and the order is unlocked', async () => {
  const rpc = await start({
    clients: ({ orders, billing }) => ({
      orders,
      billing: { ...billing, hold: failing(1_000, billing.hold) },
    }),
  });
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  const before = await money();
  await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'unresolved' });
  expect(await settle(shipping, orderId, 'failed')).toBeLessThan(45_000);
  await expectUntouched(orderId, before);
});

describe('a refusal of billing leaves the order unchanged and has its reason', () => {
  test.each<[string, ErrorCode, string]>([
    ['the monthly limit', 'resource_exhausted', 'Limit reached: 50 of 50 shipments this month.'],
    ['a declined card', 'payment_required', 'The payment method was declined.'],
    ['a short balance', 'payment_required', 'The postage balance is too low.'],
  ])('%s', async (_, code, reason) => {
    const rpc = await start({
      clients: ({ orders, billing }) => ({
        orders,
        billing: {
          ...billing,
          hold: async () => {
            throw new DomainError(code, 'text', { text: reason });
          },
        },
      }),
    });
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const before = await money();
    await expect(confirm(rpc, choice)).rejects.toMatchObject({
      code,
      reason: 'purchase_failed',
      params: { cause: { reason: 'text', params: { text: reason } } },
    });
    expect(await stateOf(orderId)).toBe('failed');
    await expectUntouched(orderId, before);
  });
});

describe('an order that cannot be locked is refused with its reason, and nothing is charged:', () => {
  test.each<[string, LockOutcome, ErrorCode, Reason]>([
    [
      'its address has just changed',
      LockOutcome.ADDRESS_CHANGED,
      'failed_precondition',
      'address_changed_since_rating',
    ],
    ['it has just been canceled', LockOutcome.WRONG_STATUS, 'failed_precondition', 'order_not_ready_to_ship'],
    ['another purchase holds it', LockOutcome.LOCKED_BY_ANOTHER, 'conflict', 'purchase_by_another'],
  ])('%s', async (_, outcome, code, reason) => {
    const rpc = await start({
      clients: ({ orders, billing }) => ({
        billing,
        orders: {
          ...orders,
          lockForPurchase: async (): Promise<LockForPurchaseResponse> => ({ outcome, order: undefined }),
        },
      }),
    });
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const before = await money();
    await expect(confirm(rpc, choice)).rejects.toMatchObject({
      code,
      reason,
      params: { orderId },
    });
    await expectUntouched(orderId, before);
    expect((await shipping.transfersOf(orderId)).map(({ kind }) => kind)).not.toContain('hold');
  });

  test('but when it got its label between reading and locking, that label is returned', async () => {
    const plain = await start({});
    const { orderId } = await shipping.createOrder();
    const choice = await rate(plain, orderId);
    const stale = await shipping.getOrder(orderId);
    let reads = 0;
    const late = await start({
      clients: ({ orders, billing }) => ({
        billing,
        orders: {
          ...orders,
          getOrder: async (request) => {
            reads += 1;
            return reads === 1 ? stale : orders.getOrder(request);
          },
          lockForPurchase: async (request) => ({
            outcome: LockOutcome.ALREADY_LABELLED,
            order: await orders.getOrder(request),
          }),
        },
      }),
    });
    const first = await confirm(plain, choice);
    // Now the first purchase no longer blocks the order. So the next call begins another purchase, and finds out that
    // there is a label only when it tries to lock the order.
    await shipping.db.collection('purchases').updateMany({ accountId: ACCOUNT }, { $set: { active: false } });
    expect(await confirm(late, choice)).toEqual({ ...first, chargedNow: false });
  });
});

describe('a carrier with an unknown outcome', () => {
  test('is asked for an existing label before it is asked to sell again', async () => {
    const calls: string[] = [];
    const { orderId } = await shipping.createOrder();
    const rpc = await start({
      carriers: withCarrier((carrier) => ({
        buy: (request) => {
          calls.push('buy');
          return carrier.buy(request);
        },
        findByReference: (accountId, reference) => {
          calls.push('findByReference');
          return carrier.findByReference(accountId, reference);
        },
      })),
    });
    const choice = await rate(rpc, orderId);
    await confirm(rpc, choice);
    expect(calls).toEqual(['buy']);

    // Now it is as if a process had crashed after it asked the carrier and before the answer came.
    const purchases = shipping.db.collection('purchases');
    await purchases.updateOne(
      { accountId: ACCOUNT, orderId },
      { $set: { state: 'carrier_sent', dueAt: shipping.clock.now() } },
    );
    await eventually(async () => expect(await stateOf(orderId)).toBe('done'));
    expect(calls).toEqual(['buy', 'findByReference']);
  });

  test('keeps the money held while its records cannot be read', async () => {
    let reachable = false;
    const rpc = await start({
      carriers: withCarrier((carrier) => ({
        findByReference: (accountId, reference) => {
          if (!reachable) throw new Error('connection refused');
          return carrier.findByReference(accountId, reference);
        },
      })),
    });
    const { orderId } = await shipping.createOrder({ company: 'SBX_TIMEOUT_AFTER_BUY' });
    const choice = await rate(rpc, orderId);
    await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'unresolved' });
    for (let minute = 0; minute < 5; minute += 1) {
      shipping.clock.advance(60_000);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(await stateOf(orderId)).toBe('unknown');
    expect((await money()).heldCents).toBeGreaterThan(0);

    reachable = true;
    await settle(shipping, orderId, 'done');
    expect((await money()).heldCents).toBe(0);
  });
});

test('a driver that lost its lease stops, and its caller gets the label that was bought once', async () => {
  let wake: () => void = () => undefined;
  const asleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let buys = 0;
  const sleepy = await start({
    carriers: withCarrier((carrier) => ({
      buy: async (request) => {
        buys += 1;
        const label = await carrier.buy(request);
        // The first answer takes so long that a worker continues the purchase.
        if (buys === 1) await asleep;
        return label;
      },
    })),
  });
  const { orderId } = await shipping.createOrder();
  const choice = await rate(sleepy, orderId);
  const before = await money();

  const answer = confirm(sleepy, choice);
  await eventually(() => expect(buys).toBe(1));
  shipping.clock.advance(13_000);
  await eventually(async () => expect(await stateOf(orderId)).toBe('done'));
  wake();

  const bought = await answer;
  expect(bought.label).toEqual((await shipping.getOrder(orderId)).label);
  const paid = bought.label?.costCents ?? 0;
  expect(await money()).toEqual({ availableCents: before.availableCents - paid, heldCents: 0 });
  expect((await shipping.transfersOf(orderId)).map(({ kind }) => kind)).toEqual(['hold', 'capture']);
});
