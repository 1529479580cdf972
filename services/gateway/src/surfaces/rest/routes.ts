import { createAccount } from './accounts/create-account';
import { createAccounts } from './accounts/create-accounts';
import { createToken, refreshToken } from './accounts/tokens';
import { getBalance } from './billing/get-balance';
import { getChangelog } from './changelog/get-changelog';
import { createCustomer } from './customers/create-customer';
import { getCustomer } from './customers/get-customer';
import { listCustomers } from './customers/list-customers';
import { updateCustomer } from './customers/update-customer';
import { createOrder } from './orders/create-order';
import { createOrders } from './orders/create-orders';
import { deleteOrder } from './orders/delete-order';
import { getOrder } from './orders/get-order';
import { listOrders } from './orders/list-orders';
import { updateOrder } from './orders/update-order';
import { cancelPickup } from './pickups/cancel-pickup';
import { getPickup } from './pickups/get-pickup';
import { listPickups } from './pickups/list-pickups';
import { schedulePickup } from './pickups/schedule-pickup';
import { completeReturn } from './returns/complete-return';
import { purchaseReturnLabel } from './returns/purchase-return-label';
import { receiveReturn } from './returns/receive-return';
import { requestReturn } from './returns/request-return';
import { withdrawReturn } from './returns/withdraw-return';
import type { RestRoute } from './route';
import { getTracking } from './shipping/get-tracking';
import { markLabelsPrinted } from './shipping/mark-labels-printed';
import { purchaseLabel } from './shipping/purchase-label';
import { quote } from './shipping/quote';
import { rate } from './shipping/rate';
import { shippingInfo } from './shipping/shipping-info';
import { validateAddress } from './shipping/validate-address';
import { voidLabel } from './shipping/void-label';
import { listWebhookDeliveries } from './webhook/list-webhook-deliveries';
import { replayWebhookDelivery } from './webhook/replay-webhook-delivery';
import { rotateWebhookSecret } from './webhook/rotate-webhook-secret';
import { testWebhook } from './webhook/test-webhook';
import { deleteWebhook, getWebhook, registerWebhook } from './webhook/webhook-registration';

/** All operations of the REST API. The published document has the same order. */
export const restRoutes: readonly RestRoute[] = [
  // Customers
  listCustomers,
  createCustomer,
  getCustomer,
  updateCustomer,
  // Orders
  listOrders,
  createOrder,
  createOrders,
  getOrder,
  updateOrder,
  deleteOrder,
  // Webhook
  getWebhook,
  registerWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  replayWebhookDelivery,
  // Shipping
  rate,
  quote,
  shippingInfo,
  purchaseLabel,
  getTracking,
  voidLabel,
  markLabelsPrinted,
  validateAddress,
  // Returns
  requestReturn,
  purchaseReturnLabel,
  withdrawReturn,
  receiveReturn,
  completeReturn,
  // Pickups
  listPickups,
  schedulePickup,
  getPickup,
  cancelPickup,
  // Billing
  getBalance,
  // Access
  createToken,
  refreshToken,
  createAccount,
  createAccounts,
  // Documents
  getChangelog,
];
