import type { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { DeadLetters } from '@parcelyard/events/dead-letters';
import { createDeadLetterHandlers } from '@parcelyard/events/dead-letters';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { withPorts } from '@parcelyard/service-kit/rpc/with-ports';
import type { WebhookPorts } from '../../ports';
import { applyTracking } from '../../use-cases/apply-tracking';
import { attachLabel } from '../../use-cases/attach-label';
import { bulkCreateOrders } from '../../use-cases/bulk-create-orders';
import { cancelOrder } from '../../use-cases/cancel-order';
import { changeReturn } from '../../use-cases/change-return';
import { clearLabel, noteRefund } from '../../use-cases/clear-label';
import { createOrder, type PlacingPorts } from '../../use-cases/create-order';
import { findOrders, getOrder, getOrders, listReadyToShip } from '../../use-cases/get-orders';
import { getReport, rebuildReports } from '../../use-cases/get-report';
import { importOrders } from '../../use-cases/import-orders';
import { listOrderPurchases } from '../../use-cases/list-order-purchases';
import { getOrderRows, listCustomerOrders, listOrders } from '../../use-cases/list-orders';
import { lockForPurchase, unlock } from '../../use-cases/lock-for-purchase';
import { markLabelsPrinted } from '../../use-cases/mark-labels-printed';
import { noteAdjustment } from '../../use-cases/note-adjustment';
import { noteVoidRefused, noteVoidRequested } from '../../use-cases/note-void';
import type { OrdersPorts } from '../../use-cases/orders-ports';
import {
  assignPickup,
  listPickupEligible,
  listPickupOrders,
  releasePickup,
} from '../../use-cases/pickup-orders';
import { beginWooCommerceKeys } from '../../use-cases/platforms/begin-woocommerce-keys';
import { changeSandboxOrder } from '../../use-cases/platforms/change-sandbox-order';
import { confirmWooCommerceKeys } from '../../use-cases/platforms/confirm-woocommerce-keys';
import { connectPlatform, listConnections } from '../../use-cases/platforms/connect-platform';
import { disconnectPlatform } from '../../use-cases/platforms/disconnect-platform';
import { getSyncStatus } from '../../use-cases/platforms/get-sync-status';
import { type HookDependencies, receiveHook } from '../../use-cases/platforms/hooks/receive-hook';
import {
  beginShopifyInstall,
  finishShopifyInstall,
  type InstallDependencies,
} from '../../use-cases/platforms/install-shopify';
import { listPrivacyRequests } from '../../use-cases/platforms/list-privacy-requests';
import type { LookAtStore } from '../../use-cases/platforms/look-at-store';
import { startSync } from '../../use-cases/platforms/start-sync';
import { updateConnection } from '../../use-cases/platforms/update-connection';
import { retryWriteBack } from '../../use-cases/platforms/write-back/retry-write-back';
import { importProducts, listProducts } from '../../use-cases/products';
import { type RecountingPorts, rebuildCounters } from '../../use-cases/rebuild-counters';
import { saveRating } from '../../use-cases/save-rating';
import { updateAddress } from '../../use-cases/update-address';
import { updateOrder } from '../../use-cases/update-order';
import {
  listWebhookDeliveries,
  ofAnyAccount,
  ofOneAccount,
  replayWebhookDelivery,
} from '../../use-cases/webhooks/delivery-log';
import { rotateWebhookSecret } from '../../use-cases/webhooks/rotate-webhook-secret';
import { testWebhook } from '../../use-cases/webhooks/test-webhook';
import { deleteWebhook, getWebhook, registerWebhook } from '../../use-cases/webhooks/webhook-registration';
import type { SealedSecrets } from '../mongo/sealed-secrets';

export interface Ports
  extends PlacingPorts,
    RecountingPorts,
    InstallDependencies,
    HookDependencies,
    Pick<OrdersPorts, 'counters' | 'reports' | 'writeBacks' | 'sandboxChanges'> {
  readonly deadLetters: DeadLetters;
  readonly lookAtStore: LookAtStore;
  readonly sealedSecrets: SealedSecrets;
  readonly webhook: WebhookPorts;
}

export function createHandlers(ports: Ports): RpcHandlers<typeof OrdersDefinition> {
  return {
    ...createDeadLetterHandlers(ports.deadLetters),
    ...withPorts(ports, {
      listOrders,
      findOrders,
      getOrder,
      changeReturn,
      createOrder,
      listProducts,
      markLabelsPrinted,
      saveRating,
      lockForPurchase,
      unlock,
      attachLabel,
      applyTracking,
      listPickupEligible,
      assignPickup,
      listPickupOrders,
      releasePickup,
      getOrderRows,
      importOrders,
      importProducts,
      bulkCreateOrders,
      updateOrder,
      updateAddress,
      cancelOrder,
      noteVoidRequested,
      noteVoidRefused,
      clearLabel,
      noteRefund,
      noteAdjustment,
      listCustomerOrders,
      listReadyToShip,
      listOrderPurchases,
      getOrders,
      getReport,
      rebuildReports,
      rebuildCounters,
      listConnections,
      connectPlatform,
      updateConnection,
      retryWriteBack,
      startSync,
      getSyncStatus,
      beginShopifyInstall,
      finishShopifyInstall,
      beginWooCommerceKeys,
      confirmWooCommerceKeys,
      disconnectPlatform,
      changeSandboxOrder,
      listPrivacyRequests,
      receiveHook,
    }),
    ...withPorts(ports.webhook, {
      getWebhook,
      registerWebhook,
      deleteWebhook,
      rotateWebhookSecret,
      testWebhook,
    }),
    resealSecrets: async () => ({ keyRings: await ports.sealedSecrets.reseal() }),
    listWebhookDeliveries: (request) => listWebhookDeliveries(ports.webhook, request, ofOneAccount),
    replayWebhookDelivery: (request) => replayWebhookDelivery(ports.webhook, request, ofOneAccount),
    inspectWebhookDeliveries: (request) => listWebhookDeliveries(ports.webhook, request, ofAnyAccount),
    replayAnyWebhookDelivery: (request) => replayWebhookDelivery(ports.webhook, request, ofAnyAccount),
  };
}
