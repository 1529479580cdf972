import { LockOutcome as LockOutcomeMessage, type OrdersDefinition } from '@parcelyard/contracts/orders';
import { createDeadLetterHandlers } from '@parcelyard/events/dead-letter-handlers';
import type { DeadLetters } from '@parcelyard/events/dead-letters';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type AccountId, accountId } from '@parcelyard/service-kit/ids';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { toStatuses } from '../../domain/order-query';
import { STATUS_NAMES } from '../../domain/order-status';
import type { LockOutcome } from '../../domain/purchase-lock';
import type { OrderStore } from '../../ports';
import { applyTracking } from '../../use-cases/apply-tracking';
import type { assignPickup } from '../../use-cases/assign-pickup';
import { attachLabel } from '../../use-cases/attach-label';
import type { bulkCreateOrders } from '../../use-cases/bulk-create-orders';
import type { cancelOrder } from '../../use-cases/cancel-order';
import { clearLabel, noteRefund } from '../../use-cases/clear-label';
import type { createOrder } from '../../use-cases/create-order';
import type { findOrders } from '../../use-cases/find-orders';
import type { getOrder } from '../../use-cases/get-order';
import type { getOrderRows } from '../../use-cases/get-order-rows';
import type { getOrders } from '../../use-cases/get-orders';
import type { getReport } from '../../use-cases/get-report';
import type { importOrders } from '../../use-cases/import-orders';
import type { importProducts } from '../../use-cases/import-products';
import type { listCustomerOrders } from '../../use-cases/list-customer-orders';
import type { listOrders } from '../../use-cases/list-orders';
import type { listPickupEligible } from '../../use-cases/list-pickup-eligible';
import type { listPickupOrders } from '../../use-cases/list-pickup-orders';
import type { listProducts } from '../../use-cases/list-products';
import type { listReadyToShip } from '../../use-cases/list-ready-to-ship';
import type { lockForPurchase } from '../../use-cases/lock-for-purchase';
import type { markLabelsPrinted } from '../../use-cases/mark-labels-printed';
import type { connectPlatform } from '../../use-cases/platforms/connect-platform';
import type { getSyncStatus } from '../../use-cases/platforms/get-sync-status';
import type { listConnections } from '../../use-cases/platforms/list-connections';
import type { startSync } from '../../use-cases/platforms/start-sync';
import type { rebuildReports } from '../../use-cases/rebuild-reports';
import type { releasePickup } from '../../use-cases/release-pickup';
import { saveRating } from '../../use-cases/save-rating';
import type { unlock } from '../../use-cases/unlock';
import type { updateAddress } from '../../use-cases/update-address';
import type { updateOrder } from '../../use-cases/update-order';
import type { CountedAfresh } from '../mongo/rebuild-counters';
import { toCreatedMessage, toImportedOrder, toOrderMessage } from './order-message';
import { toConnectionMessage, toImportJobMessage, toStoreAccess } from './platform-message';
import { createWebhookHandlers, type WebhookUseCases } from './webhook-handlers';

export interface OrderUseCases extends WebhookUseCases {
  deadLetters: DeadLetters;
  listOrders: ReturnType<typeof listOrders>;
  getOrder: ReturnType<typeof getOrder>;
  findOrders: ReturnType<typeof findOrders>;
  createOrder: ReturnType<typeof createOrder>;
  bulkCreateOrders: ReturnType<typeof bulkCreateOrders>;
  updateOrder: ReturnType<typeof updateOrder>;
  updateAddress: ReturnType<typeof updateAddress>;
  cancelOrder: ReturnType<typeof cancelOrder>;
  listProducts: ReturnType<typeof listProducts>;
  markLabelsPrinted: ReturnType<typeof markLabelsPrinted>;
  lockForPurchase: ReturnType<typeof lockForPurchase>;
  unlock: ReturnType<typeof unlock>;
  listPickupEligible: ReturnType<typeof listPickupEligible>;
  listPickupOrders: ReturnType<typeof listPickupOrders>;
  assignPickup: ReturnType<typeof assignPickup>;
  releasePickup: ReturnType<typeof releasePickup>;
  getOrderRows: ReturnType<typeof getOrderRows>;
  listReadyToShip: ReturnType<typeof listReadyToShip>;
  getOrders: ReturnType<typeof getOrders>;
  importOrders: ReturnType<typeof importOrders>;
  importProducts: ReturnType<typeof importProducts>;
  listCustomerOrders: ReturnType<typeof listCustomerOrders>;
  listConnections: ReturnType<typeof listConnections>;
  connectPlatform: ReturnType<typeof connectPlatform>;
  startSync: ReturnType<typeof startSync>;
  getSyncStatus: ReturnType<typeof getSyncStatus>;
  getReport: ReturnType<typeof getReport>;
  rebuildCounters(accountId: AccountId): Promise<CountedAfresh>;
  rebuildReports: ReturnType<typeof rebuildReports>;
}

const OUTCOME: Record<LockOutcome, LockOutcomeMessage> = {
  locked: LockOutcomeMessage.LOCKED,
  already_labelled: LockOutcomeMessage.ALREADY_LABELLED,
  locked_by_another: LockOutcomeMessage.LOCKED_BY_ANOTHER,
  address_changed: LockOutcomeMessage.ADDRESS_CHANGED,
  wrong_status: LockOutcomeMessage.WRONG_STATUS,
  ended: LockOutcomeMessage.ENDED,
};

export function createOrdersHandlers(
  useCases: OrderUseCases,
  ports: { orders: OrderStore; clock: Clock },
): RpcHandlers<typeof OrdersDefinition> {
  return {
    ...createWebhookHandlers(useCases),
    ...createDeadLetterHandlers(useCases.deadLetters),
    listOrders: ({ accountId: account, status, page, search }) =>
      useCases.listOrders(accountId(account), status, page, search),
    findOrders: async ({ accountId: account, statuses, page, ...wanted }) => {
      const search = { ...wanted, statuses: toStatuses(statuses) };
      const { orders, total } = await useCases.findOrders(accountId(account), search, page);
      return { orders: orders.map(toOrderMessage), total };
    },
    getOrder: async ({ accountId: account, orderId }) =>
      toOrderMessage(await useCases.getOrder(accountId(account), orderId)),
    createOrder: async ({ accountId: account, ...wanted }) =>
      toCreatedMessage(await useCases.createOrder(accountId(account), wanted)),
    bulkCreateOrders: async ({ accountId: account, orders }) => {
      const { results, ...counts } = await useCases.bulkCreateOrders(accountId(account), orders);
      return { ...counts, results: results.map(toCreatedMessage) };
    },
    updateOrder: async ({ accountId: account, orderId, items, ...edit }) =>
      toOrderMessage(
        await useCases.updateOrder(accountId(account), orderId, { ...edit, items: items?.items }),
      ),
    updateAddress: async ({ accountId: account, orderId, shipTo, addressCheck }) => {
      if (!shipTo) throw missing('ship_to', 'is required.');
      return toOrderMessage(await useCases.updateAddress(accountId(account), orderId, shipTo, addressCheck));
    },
    cancelOrder: async ({ accountId: account, orderId, ...wish }) =>
      toOrderMessage(await useCases.cancelOrder(accountId(account), orderId, wish)),
    listProducts: ({ accountId: account, query, page }) =>
      useCases.listProducts(accountId(account), query, page),
    markLabelsPrinted: ({ accountId: account, orderIds, confirm }) =>
      useCases.markLabelsPrinted(accountId(account), orderIds, confirm),

    saveRating: (request) => saveRating(ports, request),
    lockForPurchase: async ({ accountId: account, ...wish }) => {
      const { outcome, ...detail } = await useCases.lockForPurchase(accountId(account), wish);
      return { outcome: OUTCOME[outcome], order: toOrderMessage(detail) };
    },
    unlock: async ({ accountId: account, orderId, purchaseId }) => {
      await useCases.unlock(accountId(account), orderId, purchaseId);
      return {};
    },
    attachLabel: (request) => attachLabel(ports, request),
    clearLabel: (request) => clearLabel(ports, request),
    noteRefund: (request) => noteRefund(ports, request),
    applyTracking: (request) => applyTracking(ports, request),

    listPickupOrders: async ({ accountId: account, pickupIds }) => ({
      pickups: [...(await useCases.listPickupOrders(accountId(account), pickupIds))].map(
        ([pickupId, orderIds]) => ({ pickupId, orderIds }),
      ),
    }),
    listPickupEligible: ({ accountId: account, carrier }) =>
      useCases.listPickupEligible(accountId(account), carrier),
    assignPickup: async ({ accountId: account, pickupId, orderIds }) => ({
      orderIds: await useCases.assignPickup(accountId(account), pickupId, orderIds),
    }),
    releasePickup: async ({ accountId: account, pickupId, orderIds: named, keepOthers }) => {
      await useCases.releasePickup(accountId(account), pickupId, { named, keepOthers });
      return {};
    },
    getOrderRows: async ({ accountId: account, orderIds }) => ({
      orders: await useCases.getOrderRows(accountId(account), orderIds),
    }),

    listReadyToShip: async ({ accountId: account, limit }) => ({
      orders: (await useCases.listReadyToShip(accountId(account), limit)).map(toOrderMessage),
    }),
    getOrders: async ({ accountId: account, orderIds }) => ({
      orders: (await useCases.getOrders(accountId(account), orderIds)).map(toOrderMessage),
    }),

    importOrders: ({ accountId: account, orders }) =>
      useCases.importOrders(accountId(account), orders.map(toImportedOrder)),
    importProducts: ({ accountId: account, products }) =>
      useCases.importProducts(accountId(account), products),
    listCustomerOrders: async ({ accountId: account, customerId, limit }) => ({
      orders: await useCases.listCustomerOrders(accountId(account), customerId, limit),
    }),

    listConnections: async ({ accountId: account }) => ({
      platforms: (await useCases.listConnections(accountId(account))).map(toConnectionMessage),
    }),
    connectPlatform: async ({ accountId: account, storeName, store }) =>
      toConnectionMessage(
        await useCases.connectPlatform(accountId(account), storeName, toStoreAccess(store)),
      ),
    startSync: async ({ accountId: account, platform, days }) => ({
      jobs: (await useCases.startSync(accountId(account), platform, days)).map(toImportJobMessage),
    }),
    getSyncStatus: async ({ accountId: account, jobId }) => ({
      jobs: (await useCases.getSyncStatus(accountId(account), jobId)).map(toImportJobMessage),
    }),

    getReport: ({ accountId: account, ...wish }) => useCases.getReport(accountId(account), wish),
    rebuildCounters: async ({ accountId: account }) => {
      const { counts, was } = await useCases.rebuildCounters(accountId(account));
      const statuses = STATUS_NAMES.filter((status) => counts[status] || was[status]);
      return {
        counts: statuses.map((status) => ({ status, orders: counts[status] ?? 0, was: was[status] ?? 0 })),
      };
    },
    rebuildReports: async ({ accountId: account }) => ({
      days: await useCases.rebuildReports(accountId(account)),
    }),
  };
}

const missing = (field: string, rule: string) =>
  DomainError.text('invalid_argument', `${field} ${rule}`, { field });
