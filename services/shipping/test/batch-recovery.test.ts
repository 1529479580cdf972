import { DomainError } from '@parcelyard/service-kit/domain-error';
import { eventually } from '@parcelyard/testing/eventually';
import { wrapCollection } from '@parcelyard/testing/wrap-calls';
import { confirmBatch, endedBatch } from './support/batch';
import { processCrashingAt } from './support/crash';
import { ACCOUNT, type ProcessOptions, type Shipping, startShipping } from './support/start-shipping';

/** Longer than the lease of a batch and of a purchase. */
const LEASES_MS = 13_000;
const ORDERS = 9;

let shipping: Shipping;
beforeEach(async () => {
  shipping = await startShipping({ balanceCents: 0 });
  await shipping.billing.updateAccount({
    accountId: ACCOUNT,
    plan: undefined,
    autoRechargeCents: 500,
    paymentMethod: undefined,
    addReferralCreditCents: undefined,
    idempotencyKey: '',
  });
});
afterEach(() => shipping.close());

const createOrders = async () => {
  const ids: number[] = [];
  for (let count = 0; count < ORDERS; count += 1) {
    ids.push(
      (await shipping.createOrder({ weightOz: 12, ...(count === 4 && { company: 'SBX_DECLINE' }) })).orderId,
    );
  }
  return ids;
};

/** Begins a batch in a process that crashes at this point. Then starts another process. */
async function crashAt(step: string) {
  const doomed = processCrashingAt(step);
  const dying = await shipping.startProcess(doomed);
  const { batchId } = await confirmBatch(dying.rpc);
  await eventually(() => expect(doomed.isDead()).toBe(true));
  await dying.stop();
  const { rpc } = await shipping.startProcess();
  shipping.clock.advance(LEASES_MS);
  return { rpc, batchId };
}

describe.each([
  'batch-1-recharged',
  'batch-2-items-settled',
  'purchase-1-claimed',
  'purchase-3-held',
  'purchase-4-carrier-sent',
  'purchase-5-carrier-bought',
  'purchase-7-attached',
  'purchase-9-done',
])('a batch whose process dies right after %s', (step) => {
  it('is completed by the next process: one label for each order, one recharge [MCP-S21] [MCP-M8]', async () => {
    const ids = await createOrders();
    const { rpc, batchId } = await crashAt(step);

    const batch = await endedBatch(shipping, rpc, batchId);

    expect(batch).toMatchObject({ status: 'completed_with_errors', purchased: ORDERS - 1, failed: 1 });
    expect(batch.items.map(({ orderId, status }) => [orderId, status])).toEqual(
      ids.map((orderId, at) => [orderId, at === 4 ? 'failed' : 'purchased']),
    );
    const { entries } = await rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 });
    expect(entries.map(({ trackingNumber }) => trackingNumber).sort()).toEqual(
      batch.items.flatMap(({ trackingNumber }) => trackingNumber ?? []).sort(),
    );
    const page = { accountId: ACCOUNT, afterAccountId: 0, afterSeq: 0, limit: 1_000 };
    const { transfers } = await shipping.billing.listTransfers(page);
    const count = (which: string) => transfers.filter(({ kind }) => kind === which).length;
    expect([count('recharge'), count('capture')]).toEqual([1, ORDERS - 1]);
    const { heldCents } = await shipping.billing.getBalance({ accountId: ACCOUNT });
    expect(heldCents).toBe(0);
  });
});

it('two processes, one after the other, buy each label once', async () => {
  const ids = await createOrders();
  const first = await shipping.startProcess();
  const { batchId } = await confirmBatch(first.rpc);
  await eventually(async () => {
    const { purchased } = await first.rpc.getBatch({ accountId: ACCOUNT, batchId });
    expect(purchased).toBeGreaterThan(0);
  });
  // The first process stops normally: it buys no further label, and the next process continues the batch.
  await first.stop();
  const second = await shipping.startProcess();
  const batch = await endedBatch(shipping, second.rpc, batchId);
  expect(batch.purchased).toBe(ORDERS - 1);
  const purchases = await shipping.db
    .collection('purchases')
    .countDocuments({ accountId: ACCOUNT, state: 'done' });
  expect(purchases).toBe(ids.length - 1);
});

it('a batch whose driver was only slow is not bought twice when another driver continues it', async () => {
  await createOrders();
  const [one, other] = [await shipping.startProcess(), await shipping.startProcess()];
  const { batchId } = await confirmBatch(one.rpc);
  await eventually(async () => {
    const { status } = await one.rpc.getBatch({ accountId: ACCOUNT, batchId });
    expect(status).not.toBe('queued');
  });
  shipping.clock.advance(LEASES_MS);
  const batch = await endedBatch(shipping, other.rpc, batchId);
  expect(batch.purchased).toBe(ORDERS - 1);
  const { entries } = await one.rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 });
  expect(entries).toHaveLength(ORDERS - 1);
});

it('a label is not bought when storing its claim took too long, because another driver may have given it up', async () => {
  let stoodStill = false;
  const slow: ProcessOptions = {
    mongo: (mongo) => ({
      ...mongo,
      db: wrapCollection(mongo.db, 'purchases', (method, call) => {
        if (method !== 'insertOne' || stoodStill) return call;
        stoodStill = true;
        return (...inputs) => {
          shipping.clock.advance(6_000);
          return call(...inputs);
        };
      }),
    }),
  };
  const ids = await createOrders();
  const { rpc } = await shipping.startProcess(slow);
  const { batchId } = await confirmBatch(rpc);
  expect(await endedBatch(shipping, rpc, batchId)).toMatchObject({ purchased: ORDERS - 1, failed: 1 });
  const tries = await shipping.db.collection('purchases').find({ orderId: ids[0] }).toArray();
  expect(tries.map(({ state }) => state).sort()).toEqual(['done', 'failed']);
});

describe('a batch whose recharge got no answer for ten minutes', () => {
  /** A batch waits for the answer about its recharge. This time is longer than the longest wait. */
  const PAST_RETRY_WINDOW_MS = 11 * 60_000;
  let late: (() => Promise<unknown>) | undefined;
  /** In this process, requests for a recharge are lost. A test may deliver them later. */
  const astray: ProcessOptions = {
    clients: ({ orders, billing }) => ({
      orders,
      billing: {
        ...billing,
        rechargeForBatch: async (request) => {
          late = () => billing.rechargeForBatch(request);
          throw new DomainError('unavailable', 'unavailable', {});
        },
      },
    }),
  };
  const recharges = async () => {
    const page = { accountId: ACCOUNT, afterAccountId: 0, afterSeq: 0, limit: 1_000 };
    return (await shipping.billing.listTransfers(page)).transfers.filter(({ kind }) => kind === 'recharge');
  };
  const untilPaymentRequested = () => eventually(() => expect(late).toBeDefined());

  beforeEach(() => {
    late = undefined;
  });

  it('fails, and a recharge request that arrives later charges no card', async () => {
    await createOrders();
    const { rpc } = await shipping.startProcess(astray);
    const { batchId } = await confirmBatch(rpc);
    await untilPaymentRequested();
    shipping.clock.advance(PAST_RETRY_WINDOW_MS);
    expect(await endedBatch(shipping, rpc, batchId)).toMatchObject({ status: 'failed', purchased: 0 });
    await expect(late?.()).rejects.toMatchObject({ code: 'failed_precondition' });
    expect(await recharges()).toEqual([]);
  });

  it('fails also when its process dies between canceling the recharge and storing the result', async () => {
    await createOrders();
    const doomed = processCrashingAt('batch-1-recharge-canceled');
    const dying = await shipping.startProcess({ ...doomed, ...astray });
    const { batchId } = await confirmBatch(dying.rpc);
    await untilPaymentRequested();
    shipping.clock.advance(PAST_RETRY_WINDOW_MS);
    await eventually(() => expect(doomed.isDead()).toBe(true));
    await dying.stop();
    const { rpc } = await shipping.startProcess();
    shipping.clock.advance(LEASES_MS);
    expect(await endedBatch(shipping, rpc, batchId)).toMatchObject({ status: 'failed', purchased: 0 });
    expect(await recharges()).toEqual([]);
  });
});
