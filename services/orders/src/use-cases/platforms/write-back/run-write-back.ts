import type { Failure } from '@parcelyard/contracts/common';
import { failure } from '@parcelyard/service-kit/failure';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { WriteBack } from '../../../adapters/mongo/write-back-store';
import type { Order } from '../../../domain/order';
import type { PlatformConnection, StoreAccess } from '../../../domain/platforms/connection';
import { isFulfilledByUs, type StoreFulfillmentState } from '../../../domain/platforms/store-fulfillment';
import { noticeFromStore, unsettledMove } from '../../../domain/platforms/store-state';
import {
  DEFAULT_FULFILLMENT,
  type FulfillmentSettings,
  nextWriteBack,
  type ReportedFulfillment,
} from '../../../domain/platforms/write-back';
import { type Platform, PlatformBusy, PlatformRefused } from '../../../ports';
import { changeOrder } from '../../change-order';
import type { OrdersPorts } from '../../orders-ports';
import { type AskStoreDependencies, askStore, labelsOfThePast, readFromStore } from '../ask-store';

export type RunWriteBackDependencies = AskStoreDependencies &
  Pick<OrdersPorts, 'connections' | 'writeBacks' | 'failPoint' | 'absolute'>;

/**
 * After this many failures in a row, which take about an hour, the write-back is not tried again until somebody
 * requests it.
 */
const MAX_FAILURES = 20;
const MAX_BUSY_ANSWERS = 20;
const MAX_PAUSE_MS = 60_000;
const SHORTEST_PAUSE_MS = 500;
/** How often in a row a store is asked about one order. After that, the work is tried again later. */
const MAX_QUESTIONS = 5;

/**
 * Tells a store about an order's label until nothing is left to tell. Then asks the store for the order, if the store's
 * last report would change the status. Each step is saved before it is done. After a crash, the store is searched for
 * the tracking number, so no label is reported twice.
 * @throws LeaseLostError · the store's failure, while another try may help
 */
export async function runWriteBack(
  dependencies: RunWriteBackDependencies,
  document: WriteBack,
): Promise<void> {
  const { orders, connections, writeBacks } = dependencies;
  const { accountId, _id: orderId, platform } = document;
  let current = document;
  let isAsking = false;
  try {
    for (let questions = 0; ; ) {
      const order = await orders.get(accountId, orderId);
      if (!order) break;
      const store = await connections.find(toAccountId(accountId), platform);
      const settings = store?.fulfillment ?? DEFAULT_FULFILLMENT;
      const step = nextWriteBack(order, current.told, settings);
      const orderAtRest =
        step.kind === 'rest' && (await noteRest(dependencies, current, store ?? {}, step.state));
      if (orderAtRest && !unsettledMove(orderAtRest)) break;
      isAsking = step.kind === 'rest';
      const access = await connections.openAccess(toAccountId(accountId), platform);
      if (orderAtRest) {
        const storeOrder = store && access && (await askStore(dependencies, store, access, orderAtRest));
        if (!storeOrder) break;
        const past = labelsOfThePast(orderAtRest, storeOrder);
        if (past.length > 0) current = await writeBacks.saveReported(current, [...current.told, ...past]);
        questions += 1;
        // The order changed each time, so the work is tried again later.
        if (questions === MAX_QUESTIONS) throw new Error('The order changes while its store is asked.');
        continue;
      }
      if (!store) throw new Disconnected();
      if (!access) throw new PlatformRefused('its stored credentials can no longer be read');
      current =
        step.kind === 'withdraw'
          ? await withdraw(dependencies, current, access, step.told)
          : await fulfill(dependencies, current, access, order, settings);
    }
  } catch (error) {
    return endAfterError(dependencies, current, error, isAsking);
  }
  await writeBacks.finish(current, { failed: false });
}

async function fulfill(
  { writeBacks, platforms, failPoint, absolute }: RunWriteBackDependencies,
  document: WriteBack,
  access: StoreAccess,
  order: Order,
  { statusAfter, notifyCustomer }: FulfillmentSettings,
): Promise<WriteBack> {
  const { accountId, platform, externalId } = document;
  const { label } = order;
  if (!label) throw new Error('An order without a label is not fulfilled.');
  const { purchaseId, trackingNumber, carrier, method } = label;
  const trackingUrl = absolute(label.trackingUrl);
  const others = document.told.filter((told) => told.purchaseId !== purchaseId);
  const begun = await writeBacks.saveReported(document, [...others, { purchaseId, trackingNumber }]);
  failPoint('write-back-begun');
  const ids = await (platforms[platform] as Platform).fulfill(
    { accountId: toAccountId(accountId), access },
    {
      externalId,
      order,
      purchaseId,
      trackingNumber,
      carrier,
      method,
      trackingUrl,
      statusAfter,
      notifyCustomer,
    },
  );
  failPoint('write-back-told');
  const storeOrder = ids.length === 0 && (await readFromStore(platforms, access, order));
  const past = storeOrder ? labelsOfThePast(order, storeOrder) : [];
  // The store has no open part, because it still shows an earlier label. First the earlier label is taken back, then
  // this label is reported.
  if (past.length > 0) return writeBacks.saveReported(begun, [...others, ...past]);
  return writeBacks.saveReported(begun, [...others, { purchaseId, trackingNumber, ids }]);
}

async function withdraw(
  { writeBacks, platforms, failPoint }: RunWriteBackDependencies,
  document: WriteBack,
  access: StoreAccess,
  told: ReportedFulfillment,
): Promise<WriteBack> {
  const { accountId, platform, externalId } = document;
  const others = document.told.filter(({ purchaseId }) => purchaseId !== told.purchaseId);
  if (told.ids?.length !== 0) {
    const store = { accountId: toAccountId(accountId), access };
    await (platforms[platform] as Platform).withdraw(store, { externalId, ...told });
    failPoint('write-back-withdrawn');
  }
  return writeBacks.saveReported(document, others);
}

/**
 * Saves on the order what its store was told. If the order has changed meanwhile, nothing is saved, and the work begins
 * again.
 */
async function noteRest(
  { orders, clock }: RunWriteBackDependencies,
  { accountId, _id: orderId, told }: WriteBack,
  { fulfillment: settings = DEFAULT_FULFILLMENT, storeName = '' }: Partial<PlatformConnection>,
  state: StoreFulfillmentState | undefined,
): Promise<Order> {
  return changeOrder(orders, accountId, orderId, (order) => {
    const now = nextWriteBack(order, told, settings);
    const known = order.storeFulfillment;
    if (now.kind !== 'rest' || now.state !== state || known?.state === state) return undefined;
    const purchaseId = order.label?.purchaseId ?? known?.purchaseId ?? '';
    const storeFulfillment = state && { state, purchaseId, at: clock.now() };
    const elsewhere =
      order.source?.state === 'shipped' && !(state && isFulfilledByUs({ storeFulfillment }))
        ? { storeNotice: sentElsewhere(order, storeName) }
        : {};
    return { fields: { storeFulfillment, ...elsewhere } };
  });
}

/**
 * Returns the notice that somebody else sent the order. An import may have read earlier that the order was sent. It
 * then assumed that our own message was the cause, and showed no notice.
 */
const sentElsewhere = (order: Order, storeName: string): Failure | undefined =>
  noticeFromStore({ ...order, storeFulfillment: undefined }, 'shipped', storeName) ?? order.storeNotice;

class Disconnected extends Error {}

/** @throws the store's failure, when another try may help */
async function endAfterError(
  dependencies: RunWriteBackDependencies,
  document: WriteBack,
  error: unknown,
  isAsking: boolean,
): Promise<void> {
  const { writeBacks } = dependencies;
  if (error instanceof PlatformBusy && (document.busyAnswers ?? 0) + 1 < MAX_BUSY_ANSWERS) {
    const pause = Math.min(Math.max(error.retryAfterMs, SHORTEST_PAUSE_MS), MAX_PAUSE_MS);
    return writeBacks.deferForStore(document, pause);
  }
  const final = error instanceof PlatformRefused || error instanceof Disconnected;
  if (!final && !(error instanceof PlatformBusy) && (document.dueFailures ?? 0) + 1 < MAX_FAILURES)
    throw error;
  // If the store was only asked for the order and did not answer, no failure is stored on the order. The store is asked
  // again before a label is bought.
  if (!isAsking) await noteFailed(dependencies, document, error);
  await writeBacks.finish(document, { failed: !isAsking });
}

async function noteFailed(
  { orders, connections, clock }: RunWriteBackDependencies,
  { accountId, _id: orderId, platform }: WriteBack,
  error: unknown,
): Promise<void> {
  const store = await connections.find(toAccountId(accountId), platform);
  const storeName = store?.storeName ?? platform;
  await changeOrder(orders, accountId, orderId, (order) => {
    const withdrawing = order.storeFulfillment?.state === 'withdrawing';
    const purchaseId = order.label?.purchaseId ?? order.storeFulfillment?.purchaseId ?? '';
    const why = failureOf(error, storeName, withdrawing);
    return { fields: { storeFulfillment: { state: 'failed', purchaseId, at: clock.now(), failure: why } } };
  });
}

function failureOf(error: unknown, storeName: string, withdrawing: boolean): Failure {
  if (error instanceof Disconnected) return failure('failed_precondition', 'store_write_disconnected', {});
  if (!(error instanceof PlatformRefused)) {
    return failure('unavailable', 'store_write_unanswered', { storeName });
  }
  const reason = withdrawing ? 'store_withdraw_refused' : 'store_write_refused';
  return failure('failed_precondition', reason, { storeName, said: error.reason });
}
